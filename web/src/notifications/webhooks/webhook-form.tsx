import { Field } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { OWN_EVENTS, PUBLIC_EVENTS, type WebhookEvent } from '@selvedge/shared/notifications/webhook-events';
import type { CreatedWebhook, Webhook } from '@selvedge/shared/notifications/webhooks';
import { type ComponentProps, useState } from 'react';
import { api } from '../../lib/api.ts';
import { InlineForm } from '../../ui/inline-form.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { EventFields } from './event-fields.tsx';
import { WEBHOOKS_PATH } from './use-deliveries.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

interface WebhookFormProps extends Pick<ComponentProps<typeof InlineForm>, 'id' | 'onSettled'> {
  isInstance: boolean;
  /** Null to add one. */
  webhook: Webhook | null;
  onMade?: (webhook: CreatedWebhook) => void;
  onClose: () => void;
}

/** Adds a webhook, or changes its address and events. */
export function WebhookForm({ isInstance, webhook, onMade, onClose, ...form }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    webhook?.events ?? (isInstance ? PUBLIC_EVENTS : OWN_EVENTS),
  );
  const save = async () => {
    if (webhook) await api<Webhook>('PATCH', `${WEBHOOKS_PATH}/${webhook.id}`, { url, events });
    else onMade?.(await api<CreatedWebhook>('POST', WEBHOOKS_PATH, { url, events, isInstance }));
    onClose();
    return true;
  };
  const button = webhook ? 'Save' : 'Add';
  return (
    <InlineForm
      {...form}
      label={webhook ? 'Edit webhook' : 'New webhook'}
      submit={[button, button]}
      failed="The webhook could not be saved. Please try again."
      onSubmit={save}
      onCancel={onClose}
    >
      <Field.Root required>
        <Field.Label>Address</Field.Label>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </Field.Root>
      <EventFields isInstance={isInstance} chosen={events} onChange={setEvents} />
    </InlineForm>
  );
}
