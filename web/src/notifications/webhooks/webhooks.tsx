import { WEBHOOKS_MAX } from '@selvedge/shared/notifications/webhook-events';
import type { CreatedWebhook, Webhook } from '@selvedge/shared/notifications/webhooks';
import { useState } from 'react';
import { ManagedSection } from '../managed-section.tsx';
import { useManaged } from '../use-managed.ts';
import { WEBHOOKS_PATH } from './use-deliveries.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

interface WebhooksProps {
  /** Those of the instance, for admins, instead of the member's own. */
  isInstance?: boolean;
}

/** The webhooks of the signed-in member, or of the instance. */
export function Webhooks({ isInstance = false }: WebhooksProps) {
  const managed = useManaged<Webhook>(WEBHOOKS_PATH, isInstance);
  const [made, setMade] = useState<CreatedWebhook | null>(null);
  return (
    <ManagedSection
      title="Webhooks"
      about={
        isInstance
          ? 'Addresses that receive events about all public items, such as a bot.'
          : 'Addresses that receive events about your items, messages, offers, deals and saved searches.'
      }
      isInstance={isInstance}
      managed={managed}
      failed="Your webhooks could not be loaded."
      listLabel="Webhooks"
      row={(webhook) => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          secret={webhook.id === made?.id ? made.secret : null}
          onChanged={managed.refresh}
        />
      )}
      max={WEBHOOKS_MAX}
      add="Add a Webhook"
      full={`There are ${WEBHOOKS_MAX} webhooks. Remove one to add another.`}
      form={(id, close) => (
        <WebhookForm
          id={id}
          isInstance={isInstance}
          webhook={null}
          onMade={setMade}
          onSettled={managed.refresh}
          onClose={close}
        />
      )}
    />
  );
}
