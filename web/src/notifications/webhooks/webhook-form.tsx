import { Field } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { OWN_EVENTS, PUBLIC_EVENTS, type WebhookEvent } from '@selvedge/shared/notifications/webhook-events';
import type { CreatedWebhook, Webhook } from '@selvedge/shared/notifications/webhooks';
import type { ComponentProps } from 'react';
import { api } from '../../lib/api.ts';
import { useTextDraft } from '../../lib/session/use-text-draft.ts';
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
  const all: readonly WebhookEvent[] = isInstance ? PUBLIC_EVENTS : OWN_EVENTS;
  const [typed, setTyped, draft] = useTextDraft(
    `webhook:${webhook?.id ?? (isInstance ? 'instance' : 'new')}`,
    { url: webhook?.url ?? '', events: webhook?.events ?? all },
    webhook !== null,
  );
  const close = () => {
    draft.clear();
    onClose();
  };
  const save = async () => {
    if (webhook) await api<Webhook>('PATCH', `${WEBHOOKS_PATH}/${webhook.id}`, typed);
    else onMade?.(await api<CreatedWebhook>('POST', WEBHOOKS_PATH, { ...typed, isInstance }));
    close();
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
      onCancel={close}
    >
      <Field.Root required>
        <Field.Label>Address</Field.Label>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={typed.url}
          onChange={({ target }) => setTyped({ ...typed, url: target.value })}
        />
      </Field.Root>
      <EventFields
        isInstance={isInstance}
        chosen={typed.events}
        onChange={(events) => setTyped({ ...typed, events })}
      />
    </InlineForm>
  );
}
