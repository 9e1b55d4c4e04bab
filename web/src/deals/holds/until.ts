import { messageClock } from '@selvedge/shared/platform/format';
import { instance } from '../../lib/instance.ts';

const clock = messageClock(instance.timeZone);

/** When a hold ends: 'Today, 3:40 PM', 'Fri, Nov 27, 3:40 PM'. */
export function untilText(iso: string): string {
  return `${clock.dayLabel(iso)}, ${clock.time(iso)}`;
}

const ORDINAL_ENDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

/** A place in the line: '1st', '2nd'. */
export function ordinal(place: number): string {
  return `${place}${ORDINAL_ENDS[rules.select(place)] ?? 'th'}`;
}
