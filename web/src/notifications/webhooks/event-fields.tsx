import { chakra } from '@chakra-ui/react';
import { OWN_EVENTS, PUBLIC_EVENTS, type WebhookEvent } from '@selvedge/shared/notifications/webhook-events';

interface EventFieldsProps {
  isInstance: boolean;
  chosen: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
}

/** The events that a webhook receives. */
export function EventFields({ isInstance, chosen, onChange }: EventFieldsProps) {
  const all = isInstance ? PUBLIC_EVENTS : OWN_EVENTS;
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    onChange(all.filter((one) => (one === event ? isOn : chosen.includes(one))));
  return (
    <chakra.fieldset>
      <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
        Events
      </chakra.legend>
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 11rem), 1fr))"
        columnGap="4"
      >
        {all.map((event) => (
          <chakra.label key={event} display="flex" alignItems="center" gap="2" minH="11" textStyle="sm">
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              onChange={({ target }) => toggle(event, target.checked)}
            />
            <chakra.span translate="no" minW="0" overflowWrap="anywhere">
              {event}
            </chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}
