/** Serialization failures and deadlocks. */
const RACE_LOST = /^(40001|40P01)$/;
/** Connections that broke or are not taken, a server that stops or starts, statements that took too long. */
const AWAY_STATES = /^(08...|57P0[1-3]|57014|25P03|53300|55P03)$/;
const AWAY_CALLS =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Errors of the driver that carry no code. */
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed))/;

/** Whether an error, or any that caused it, is of a kind. */
function isOf(error: unknown, isKind: (error: Error, code: string) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // A host with several addresses fails with one error for each of them.
  const parts = error instanceof AggregateError ? error.errors : [];
  return isKind(error, code) || [error.cause, ...parts].some((part) => isOf(part, isKind));
}

/** Whether PostgreSQL rolled a transaction back in favour of another one: run again, it succeeds. */
export const isRaceLost = (error: unknown): boolean => isOf(error, (_, code) => RACE_LOST.test(code));

/** Whether other transactions held a lock for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => isOf(error, (_, code) => code === '55P03');

/** Whether PostgreSQL did not answer, so that the same may succeed later. */
export const isAway = (error: unknown): boolean =>
  isOf(
    error,
    ({ message }, code) =>
      AWAY_STATES.test(code) || AWAY_CALLS.test(code) || (code === '' && AWAY_WORDS.test(message)),
  );
