import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { OneWebhookDelivery, WebhookDelivery } from '@selvedge/shared/notifications/webhooks';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { useState } from 'react';
import { api, apiSend, messageOf } from '../../lib/api.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { useDeliveries, WEBHOOKS_PATH } from './use-deliveries.ts';

const STATES: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Skipped',
};

function summaryOf({ state, status, attempts, attemptedAt, createdAt, error }: WebhookDelivery): string {
  const tries = attempts > 1 ? ` · attempt ${attempts}` : '';
  const answer = status === null ? '' : ` · ${status}`;
  return `${STATES[state]}${answer}${tries} · ${relativeTimeInText(attemptedAt ?? createdAt)}${error ? ` · ${error}` : ''}`;
}

interface RowProps {
  path: string;
  delivery: WebhookDelivery;
  isOn: boolean;
  onSent: () => void;
}

function Row({ path, delivery, isOn, onSent }: RowProps) {
  const [body, setBody] = useState<string | null>(null);
  const show = async () => {
    if (body !== null) return setBody(null);
    try {
      const { body: found } = await api<OneWebhookDelivery>('GET', path);
      setBody(
        found === null
          ? 'You can no longer read what this was about.'
          : JSON.stringify(JSON.parse(found), null, 2),
      );
    } catch (error) {
      showFailure(error, 'The body could not be loaded. Please try again.');
    }
  };
  const resend = () =>
    apiSend('POST', `${path}/resend`)
      .then(onSent)
      .catch((error: unknown) => showFailure(error, 'It could not be sent again. Please try again.'));
  return (
    <Box as="li" py="2" borderTopWidth="1px">
      <Flex wrap="wrap" align="center" columnGap="3">
        <Box flex="1" minW="min(100%, 12rem)">
          <Text textStyle="sm" fontWeight="medium" translate="no">
            {delivery.type}
          </Text>
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            <span>{summaryOf(delivery)}</span>
          </Text>
        </Box>
        <Button size="sm" minH="11" variant="ghost" aria-expanded={body !== null} onClick={() => void show()}>
          Body<span className="sr"> of {delivery.type}</span>
        </Button>
        {isOn && delivery.state !== 'waiting' ? (
          <Button size="sm" minH="11" variant="ghost" onClick={() => void resend()}>
            Send Again<span className="sr"> {delivery.type}</span>
          </Button>
        ) : null}
      </Flex>
      {body === null ? null : (
        <chakra.pre
          tabIndex={0}
          role="region"
          aria-label={`Body of ${delivery.type}`}
          textStyle="xs"
          bg="bg.muted"
          p="3"
          mt="1"
          maxH="64"
          overflow="auto"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          translate="no"
        >
          {body}
        </chakra.pre>
      )}
    </Box>
  );
}

/** The latest deliveries of a webhook. */
export function DeliveryList({ webhookId, isOn }: { webhookId: string; isOn: boolean }) {
  const { data, error, refetch } = useDeliveries(webhookId);
  if (error)
    return (
      <Failure text={messageOf(error, 'The deliveries could not be loaded.')} retry={() => void refetch()} />
    );
  if (!data) return <Loading />;
  if (data.length === 0)
    return (
      <Text textStyle="sm" color="fg.muted">
        Nothing was sent yet.
      </Text>
    );
  return (
    <Box as="ul" listStyleType="none" aria-label="Deliveries">
      {data.map((delivery) => (
        <Row
          key={delivery.id}
          path={`${WEBHOOKS_PATH}/${webhookId}/deliveries/${delivery.id}`}
          delivery={delivery}
          isOn={isOn}
          onSent={() => void refetch()}
        />
      ))}
    </Box>
  );
}
