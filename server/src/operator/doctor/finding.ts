/** What was looked at and how it is. */
export interface Finding {
  level: 'ok' | 'warn' | 'FAIL';
  about: string;
  /** A sentence: how it is. */
  says: string;
  /** What to do about it. */
  todo?: string;
}

export const ok = (about: string, says: string): Finding => ({ level: 'ok', about, says });
/** It works, and may stop to or cost more than it needs to. */
export const warn = (about: string, says: string, todo: string): Finding => ({
  ...{ level: 'warn', about, says, todo },
});
export const fail = (about: string, says: string, todo: string): Finding => ({
  ...{ level: 'FAIL', about, says, todo },
});

/** The shortest that an error says of itself: its code, or its own words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error && error.code ? String(error.code) : error.message;
}
