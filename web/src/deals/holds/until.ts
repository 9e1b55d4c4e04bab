import { messageClock } from '@selvedge/shared/platform/format';
import { instance } from '../../lib/instance.ts';

const clock = messageClock(instance.timeZone);

/** When a hold ends: 'Today, 3:40 PM', 'Fri, Nov 27, 3:40 PM'. */
export const untilText = (iso: string): string => `${clock.dayLabel(iso)}, ${clock.time(iso)}`;

const ORDINAL_ENDS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });

/** A place in the line: '1st', '2nd'. */
export const ordinal = (place: number): string => `${place}${ORDINAL_ENDS[rules.select(place)] ?? 'th'}`;
