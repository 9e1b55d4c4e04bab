/**
 * PostgreSQL receives statements that were started without waiting in between in one round trip, in order.
 * @throws the error of the first failed statement; later ones fail only because the transaction is aborted
 */
export async function inOneRoundTrip<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(statements);
}
