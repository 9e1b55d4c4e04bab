import { WEBHOOKS_MAX } from '@selvedge/shared/notifications/webhook-events';
import type { Webhook } from '@selvedge/shared/notifications/webhooks';
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
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const added = async (made: string | null) => {
    setSecret(made);
    await managed.refresh();
    setAdding(false);
  };
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
      row={(webhook, i) => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          secret={i === 0 ? secret : null}
          onChanged={managed.refresh}
        />
      )}
      max={WEBHOOKS_MAX}
      add="Add a Webhook"
      onAdd={() => setAdding(true)}
      form={
        isAdding ? (
          <WebhookForm
            isInstance={isInstance}
            webhook={null}
            onSaved={(made) => void added(made)}
            onCancel={() => setAdding(false)}
          />
        ) : null
      }
    />
  );
}
