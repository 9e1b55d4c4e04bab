import { Button, chakra, Field, Flex } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { OWN_EVENTS, PUBLIC_EVENTS, type WebhookEvent } from '@selvedge/shared/notifications/webhook-events';
import type { CreatedWebhook, Webhook } from '@selvedge/shared/notifications/webhooks';
import { type FormEvent, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { EventFields } from './event-fields.tsx';
import { WEBHOOKS_PATH } from './use-webhooks.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

interface WebhookFormProps {
  isInstance: boolean;
  /** Null to add one. */
  webhook: Webhook | null;
  /** @param secret of a new webhook */
  onSaved: (secret: string | null) => void;
  onCancel: () => void;
}

/** Adds a webhook, or changes where it is called and of what it is told. */
export function WebhookForm({ isInstance, webhook, onSaved, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(
    webhook?.events ?? (isInstance ? PUBLIC_EVENTS : OWN_EVENTS),
  );
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      if (webhook) {
        await api<Webhook>('PATCH', `${WEBHOOKS_PATH}/${webhook.id}`, { url, events });
        onSaved(null);
      } else {
        onSaved((await api<CreatedWebhook>('POST', WEBHOOKS_PATH, { url, events, isInstance })).secret);
      }
    } catch (error) {
      setProblem(messageOf(error, 'The webhook could not be saved. Please try again.'));
      setSaving(false);
    }
  };
  return (
    <chakra.form
      onSubmit={(event) => void save(event)}
      noValidate
      display="grid"
      gap="4"
      aria-label={webhook ? 'Edit webhook' : 'New webhook'}
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
      <ProblemNote text={problem} isPast={isSaving} />
      <Flex wrap="wrap" gap="3">
        <Button type="submit" colorPalette="indigo" disabled={isSaving}>
          {webhook ? 'Save' : 'Add'}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </chakra.form>
  );
}
