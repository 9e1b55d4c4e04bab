/**
 * How prices, counts, times and shortened texts are formatted everywhere. The first page loads this file:
 * keep it light.
 */
import { COUNT_MAX, maxBytesOf } from './limits.ts';

/** Creates a formatter on first use, since the first one of Intl takes 8 ms of a server's start. */
const lazy =
  <T>(create: () => T, created?: T): (() => T) =>
  () =>
    (created ??= create());

/** By currency and number of decimals; an instance has one currency. */
const formatters: Record<string, Intl.NumberFormat> = {};
const formatterOf = (currency: string, decimals: number): Intl.NumberFormat =>
  (formatters[currency + decimals] ??= new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumFractionDigits: decimals,
  }));

/**
 * `"120.00"` → `$120`, `"99.50"` → `$99.50`, in euros `€120`.
 * @param currency the instance's, an ISO 4217 code
 */
export function formatPrice(price: string, currency: string): string {
  const amount = Number(price);
  return formatterOf(currency, Number.isInteger(amount) ? 0 : 2).format(amount);
}

/** `"120"` → `$120.00`. */
export function formatExactPrice(price: string, currency: string): string {
  return formatterOf(currency, 2).format(Number(price));
}

/** `USD` → `$`, `CAD` → `CA$`: in this locale, it comes first. */
export function currencySymbol(currency: string): string {
  return formatterOf(currency, 0).formatToParts(0)[0]?.value ?? '';
}

/** The total of a list, exact up to `COUNT_MAX`. `1000` → `1,000`, `1001` → `1,000+`. */
export function formatCount(total: number): string {
  return total > COUNT_MAX ? `${COUNT_MAX.toLocaleString('en-US')}+` : total.toLocaleString('en-US');
}

const inCents = (price: string): number => Math.round(Number(price) * 100);

/**
 * The whole percent by which `price` undercuts `original`. Computed in cents, because floating-point amounts
 * would round some halves down.
 */
export function percentOff(price: string, original: string): number {
  return Math.round(((inCents(original) - inCents(price)) * 100) / inCents(original));
}

/** The discount's percentage to display; null when the price is not below its reference. */
export function shownPercentOff(price: string, reference: string): number | null {
  return inCents(price) < inCents(reference) ? percentOff(price, reference) : null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const shortDate = lazy(() => new Intl.DateTimeFormat('en-US'));

function inLargestUnit(ms: number, round: (count: number) => number): string {
  if (ms >= DAY) return `${round(ms / DAY)}d`;
  if (ms >= HOUR) return `${round(ms / HOUR)}h`;
  if (ms >= MINUTE) return `${round(ms / MINUTE)}m`;
  return `${round(ms / SECOND)}s`;
}

/** Elapsed time in its largest unit, rounded down: '5h'. */
export function elapsedTime(ms: number): string {
  return inLargestUnit(ms, Math.floor);
}

/** Remaining time in its largest unit, rounded up so that no one comes back too early: '5h'. */
export function waitTime(ms: number): string {
  return inLargestUnit(Math.max(ms, SECOND), Math.ceil);
}

/** Age of an ISO instant; a future instant, due to a wrong clock, reads 'Just now'. */
export function relativeTime(iso: string, now = Date.now()): string {
  const age = now - Date.parse(iso);
  if (age < 10 * SECOND) return 'Just now';
  if (age < 7 * DAY) return `${elapsedTime(age)} ago`;
  return shortDate().format(new Date(iso));
}

/** The same within a sentence: 'Sold just now'. */
export function relativeTimeInText(iso: string, now?: number): string {
  return relativeTime(iso, now).replace('Just', 'just');
}

/** '1 character', '2 characters'. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
}

/** Day and time labels of messages in one time zone: the instance's, not the reader's. */
export function messageClock(timeZone: string) {
  const key = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  const sameYear = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const otherYear = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  const dayKey = (iso: string | number) => key.format(new Date(iso));
  // Calendar arithmetic instead of subtracting 24 hours: a day may have 23 or 25 hours.
  const dayBefore = (day: string) =>
    new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
  return {
    /** The calendar day of an instant, `YYYY-MM-DD`. */
    dayKey,
    time: (iso: string) => time.format(new Date(iso)),
    /** 'Today', 'Yesterday', 'Sat, Nov 14' within the year, 'Nov 14, 2025' before it. */
    dayLabel(iso: string, now = Date.now()): string {
      const day = dayKey(iso);
      const today = dayKey(now);
      if (day === today) return 'Today';
      if (day === dayBefore(today)) return 'Yesterday';
      return (day.slice(0, 4) === today.slice(0, 4) ? sameYear : otherYear).format(new Date(iso));
    },
  };
}

// Spaces, combining marks without a base letter, format characters (Unicode's Cf), and letters without a
// glyph.
const INVISIBLE = /^[\s\p{M}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]*$/u;
/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}

const encoder = new TextEncoder();
/** Length of a text in UTF-8 bytes. */
export function bytesOf(text: string): number {
  return encoder.encode(text).byteLength;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Number of graphemes, the characters that a reader sees; counting stops at `most`. */
export function graphemes(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) {
    if (count >= most) break;
    count += 1;
  }
  return count;
}

/** The first `max` graphemes within `maxBytesOf(max)`, with an ellipsis if the text was cut. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  let bytes = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    count += 1;
    bytes += bytesOf(segment);
    if (count > max || bytes > maxBytesOf(max)) return `${text.slice(0, index).trimEnd()}…`;
  }
  return text;
}
