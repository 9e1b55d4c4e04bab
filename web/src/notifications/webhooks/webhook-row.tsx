import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Webhook, WebhookSecret } from '@selvedge/shared/notifications/webhooks';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type * as z from 'zod';
import { api, apiSend } from '../../lib/api.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { WEBHOOKS_PATH } from './use-deliveries.ts';
import { WebhookForm } from './webhook-form.tsx';

const OFF = {
  gone: 'Off: it wants no more events',
  failing: 'Off: it failed for five days',
  member: 'Off',
  access_ended: 'Off: its API key ended, or the account was recovered. Check its address first',
} as const;

function stateText({ offReason, failingSince, events }: Webhook): string {
  const about = `${events.length} ${events.length === 1 ? 'event' : 'events'}`;
  if (offReason) return `${OFF[offReason]} · ${about}`;
  return failingSince ? `Failing since ${relativeTimeInText(failingSince)} · ${about}` : `On · ${about}`;
}

const ASK_ROLL = 'Make a new secret? The old one signs as well for 24 hours.';

interface WebhookRowProps {
  webhook: Webhook;
  /** Of a webhook that was just added. */
  secret: string | null;
  onChanged: () => Promise<unknown>;
}

/** One webhook, with all that can be done about it. */
export function WebhookRow({ webhook, secret: firstSecret, onChanged }: WebhookRowProps) {
  const { id, url, isOn, isInstance } = webhook;
  const client = useQueryClient();
  const editId = useId();
  const [isOpen, setOpen] = useState(firstSecret !== null);
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState(firstSecret);
  const path = `${WEBHOOKS_PATH}/${id}`;
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      showFailure(error, 'That did not work. Please try again.');
    }
    // After a failure, too: it may have been removed in another tab.
    await onChanged();
    await client.invalidateQueries({ queryKey: [WEBHOOKS_PATH, id] });
  };
  const roll = async () => {
    if (!window.confirm(ASK_ROLL)) return;
    await act(async () =>
      setSecret((await api<z.output<typeof WebhookSecret>>('POST', `${path}/secret`)).secret),
    );
  };
  const remove = () => {
    if (window.confirm(`Remove the webhook to ${url}?`)) void act(() => apiSend('DELETE', path));
  };
  return (
    <Box as="li" py="3" borderTopWidth="1px">
      <Flex wrap="wrap" align="center" columnGap="3" rowGap="1">
        <Box flex="1" minW="min(100%, 14rem)">
          <Text fontWeight="medium" overflowWrap="anywhere" translate="no">
            {url}
          </Text>
          <Text textStyle="sm" color="fg.muted">
            <span>{stateText(webhook)}</span>
          </Text>
        </Box>
        <Button variant="outline" size="sm" minH="11" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Details<span className="sr"> of {url}</span>
        </Button>
      </Flex>
      {isOpen ? (
        <Flex direction="column" gap="4" mt="3">
          {secret === null ? null : <ShownOnce key={secret} what="secret" value={secret} />}
          {isEditing ? (
            <WebhookForm
              id={editId}
              isInstance={isInstance}
              webhook={webhook}
              onSettled={onChanged}
              onClose={() => setEditing(false)}
            />
          ) : (
            <Flex wrap="wrap" gap="2" css={{ '& button': { minH: '11' } }}>
              {isOn ? (
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => void act(() => apiSend('POST', `${path}/ping`))}
                >
                  Send a Test
                </Button>
              ) : null}
              <Button id={editId} size="sm" variant="outline" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <Button size="sm" variant="outline" onClick={() => void roll()}>
                Roll the Secret
              </Button>
              <Button
                size="sm"
                variant="outline"
                onClick={() => void act(() => apiSend('PATCH', path, { isOn: !isOn }))}
              >
                {isOn ? 'Switch Off' : 'Switch On'}
              </Button>
              <Button size="sm" variant="outline" color="fg.error" onClick={remove}>
                Remove
              </Button>
            </Flex>
          )}
          <DeliveryList webhookId={id} isOn={isOn} />
        </Flex>
      ) : null}
    </Box>
  );
}
