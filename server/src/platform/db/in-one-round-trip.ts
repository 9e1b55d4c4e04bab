/**
 * Awaits statements of one transaction that were started without waiting in between: PostgreSQL receives them
 * in one round trip and executes them in order.
 * @param statements in the order in which they were started
 * @throws the error of the first failed statement: later ones fail only because the transaction is already
 * aborted.
 */
export async function inOneRoundTrip<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(statements);
}
