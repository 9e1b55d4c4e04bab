const DAY_MS = 86_400_000;
const DAYS_MAX = 1_000;

const TWO = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const THREE = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));

/** Dates with `T`, by days since 1970. */
const days = new Map<number, string>();

function formatDay(day: number): string {
  const text = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
  if (days.size >= DAYS_MAX) days.clear();
  days.set(day, text);
  return text;
}

/** Like `toISOString`, which takes several times as long because it computes the date each time. */
export function formatInstant(at: Date): string {
  const ms = at.getTime();
  const day = Math.floor(ms / DAY_MS);
  const ofDay = ms - day * DAY_MS;
  const seconds = Math.floor(ofDay / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const date = days.get(day) ?? formatDay(day);
  return `${date}${TWO[hours]}:${TWO[minutes - hours * 60]}:${TWO[seconds - minutes * 60]}.${THREE[ofDay - seconds * 1_000]}Z`;
}
