import { expect, test } from 'vitest';
import { inOneRoundTrip } from '../../../../server/src/platform/db/in-one-round-trip.ts';

test("the first failing statement's error is reported", async () => {
  const { promise: first, reject } = Promise.withResolvers<never>();
  const second = Promise.reject(new Error('the transaction is aborted'));
  const both = inOneRoundTrip([Promise.resolve('done'), first, second]);
  setImmediate(() => reject(new Error('deadlock')));
  await expect(both).rejects.toThrow('deadlock');
});
