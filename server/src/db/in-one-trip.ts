/**
 * Awaits statements of one transaction that were begun one behind the other: PostgreSQL gets them in one round trip and
 * does them in that order.
 * @param statements in the order in which they were begun
 * @throws the error of the first that failed: those behind it fail only because the transaction has by then.
 */
export async function inOneTrip<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(statements);
}
