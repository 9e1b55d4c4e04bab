import { Box, Button, chakra, Heading, Text } from '@chakra-ui/react';
import { WEBHOOKS_MAX } from '@selvedge/shared/notifications/webhook-events';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

interface WebhooksProps {
  /** Those of the instance, for admins, instead of the member's own. */
  isInstance?: boolean;
}

/** The webhooks of the signed-in member, or of the instance. */
export function Webhooks({ isInstance = false }: WebhooksProps) {
  const id = useId();
  const { data, error, refetch, refresh } = useWebhooks(isInstance);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const added = async (made: string | null) => {
    setSecret(made);
    await refresh();
    setAdding(false);
  };
  return (
    <chakra.section aria-labelledby={id} display="grid" gap="4">
      <Heading as={isInstance ? 'h2' : 'h3'} id={id} size="md">
        Webhooks
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {isInstance
          ? 'Addresses that are told of all public items, such as those of a bot.'
          : 'Addresses that are told of your items, messages, offers, deals and what your searches find.'}
      </Text>
      {error ? (
        <Failure text={messageOf(error, 'Your webhooks could not be loaded.')} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          {data.length === 0 ? null : (
            <Box as="ul" listStyleType="none" aria-label="Webhooks">
              {data.map((webhook, i) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  secret={i === 0 ? secret : null}
                  onChanged={refresh}
                />
              ))}
            </Box>
          )}
          {isAdding ? (
            <WebhookForm
              isInstance={isInstance}
              webhook={null}
              onSaved={(made) => void added(made)}
              onCancel={() => setAdding(false)}
            />
          ) : data.length < WEBHOOKS_MAX ? (
            <Button variant="outline" justifySelf="start" onClick={() => setAdding(true)}>
              Add a Webhook
            </Button>
          ) : null}
        </>
      )}
    </chakra.section>
  );
}
