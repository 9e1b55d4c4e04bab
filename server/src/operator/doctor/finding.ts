export interface Finding {
  level: 'ok' | 'warn' | 'FAIL';
  about: string;
  says: string;
  todo?: string;
}

/** For a part that works. */
export function ok(about: string, says: string): Finding {
  return { level: 'ok', about, says };
}
/** For a part that works, but may stop working or costs more than it has to. */
export function warn(about: string, says: string, todo: string): Finding {
  return {
    ...{ level: 'warn', about, says, todo },
  };
}
/** For a part that does not work. */
export function fail(about: string, says: string, todo: string): Finding {
  return {
    ...{ level: 'FAIL', about, says, todo },
  };
}

/** The shortest description of an error, or of its cause if it has one: the code, or else the message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error && error.code ? String(error.code) : error.message;
}
