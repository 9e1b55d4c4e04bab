import { expect, test } from 'vitest';
import { inOneRoundTrip } from '../../../server/src/db/in-one-round-trip.ts';

test('of statements that share a round trip, the first to fail is reported, however late it fails', async () => {
  const { promise: first, reject } = Promise.withResolvers<never>();
  const second = Promise.reject(new Error('the transaction is aborted'));
  const both = inOneRoundTrip([Promise.resolve('done'), first, second]);
  setImmediate(() => reject(new Error('deadlock')));
  await expect(both).rejects.toThrow('deadlock');
});
