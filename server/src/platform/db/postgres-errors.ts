/** Serialization failures and deadlocks. */
const RACE_LOST = /^(40001|40P01)$/;
/** Broken or refused connections, a server that is stopping or starting, statement timeouts. */
const UNAVAILABLE_STATES = /^(08...|57P0[1-3]|57014|25P03|53300|55P03)$/;
const UNAVAILABLE_ERRNOS =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Driver errors without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed))/;

function matches(error: unknown, predicate: (error: Error, code: string) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // A host with several addresses fails with one error per address.
  const parts = error instanceof AggregateError ? error.errors : [];
  return predicate(error, code) || [error.cause, ...parts].some((part) => matches(part, predicate));
}

/** Whether PostgreSQL rolled the transaction back in favour of another one, so that a retry succeeds. */
export function isRaceLost(error: unknown): boolean {
  return matches(error, (_, code) => RACE_LOST.test(code));
}

export function isLockTimeout(error: unknown): boolean {
  return matches(error, (_, code) => code === '55P03');
}

export function isUnavailable(error: unknown): boolean {
  return matches(
    error,
    ({ message }, code) =>
      UNAVAILABLE_STATES.test(code) ||
      UNAVAILABLE_ERRNOS.test(code) ||
      (code === '' && UNAVAILABLE_MESSAGES.test(message)),
  );
}
