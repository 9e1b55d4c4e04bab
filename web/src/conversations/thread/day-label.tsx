import type { messageClock } from '@selvedge/shared/platform/format';
import { useNow } from '../../lib/use-now.ts';

interface DayLabelProps {
  clock: ReturnType<typeof messageClock>;
  at: string;
}

/** The day of a message or event. At midnight 'Today' becomes 'Yesterday', also in a thread left open. */
export function DayLabel({ clock, at }: DayLabelProps) {
  return clock.dayLabel(at, useNow());
}
