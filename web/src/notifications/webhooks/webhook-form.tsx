import { Field } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { OWN_EVENTS, PUBLIC_EVENTS, type WebhookEvent } from '@selvedge/shared/notifications/webhook-events';
import type { CreatedWebhook, Webhook } from '@selvedge/shared/notifications/webhooks';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { InlineForm } from '../../ui/inline-form.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { EventFields } from './event-fields.tsx';
import { WEBHOOKS_PATH } from './use-deliveries.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

interface WebhookFormProps {
  isInstance: boolean;
  /** Null to add one. */
  webhook: Webhook | null;
  /** @param secret of a new webhook */
  onSaved: (secret: string | null) => void;
  onCancel: () => void;
}

/** Adds a webhook, or changes its address and events. */
export function WebhookForm({ isInstance, webhook, onSaved, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    webhook?.events ?? (isInstance ? PUBLIC_EVENTS : OWN_EVENTS),
  );
  const save = async () => {
    if (webhook) {
      await api<Webhook>('PATCH', `${WEBHOOKS_PATH}/${webhook.id}`, { url, events });
      onSaved(null);
    } else {
      onSaved((await api<CreatedWebhook>('POST', WEBHOOKS_PATH, { url, events, isInstance })).secret);
    }
    return true;
  };
  const button = webhook ? 'Save' : 'Add';
  return (
    <InlineForm
      label={webhook ? 'Edit webhook' : 'New webhook'}
      submit={[button, button]}
      failed="The webhook could not be saved. Please try again."
      onSubmit={save}
      onCancel={onCancel}
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
