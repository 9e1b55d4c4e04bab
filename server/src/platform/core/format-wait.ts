const UNITS = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** Formats a wait in its largest unit, rounded up to avoid early retries: `1 hour`, `5 minutes`. */
export function formatWait(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  const count = Math.max(1, Math.ceil(seconds / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function rateLimitText(seconds: number): string {
  return `You're doing that too often. Please try again in ${formatWait(seconds)}.`;
}

export function textLimitText(seconds: number): string {
  return `You have written as much as fits into one day. You can write again in ${formatWait(seconds)}.`;
}

export function failuresText(seconds: number): string {
  return `Too many failed attempts. Please try again in ${formatWait(seconds)}.`;
}

// A password reset by mail makes the network a known one.
export function strangersText(seconds: number): string {
  return `${failuresText(seconds)} Or reset your password by e-mail to sign in now.`;
}
