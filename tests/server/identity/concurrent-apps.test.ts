import { v4 as uuidv4 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { insertRows, readRows } from '../../support/data/rows.ts';
import { addFactor, codeOf, signInAgain } from '../../support/people/two-step.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

describe.each(bothEngines())('a second authenticator app (%s)', (engine) => {
  const server = worldForAll({ engine });

  const factorsOf = (userId: string) => readRows(server.db, 'authFactors', { userId });

  test('enrolled at the same time replaces the first', async () => {
    const { auth, email, id } = await server.joinWithClient();
    const other = await signInAgain(server.url, email);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([auth, other.auth].map((client) => client.mfa.enroll({ factorType: 'totp' })));
      expect(await factorsOf(id)).toHaveLength(1);
    }
  });

  test('cannot be activated with the password alone', async () => {
    const { auth, email, id } = await server.joinWithClient();
    const { data: early } = await auth.mfa.enroll({ factorType: 'totp' });
    const [stored] = await factorsOf(id);
    const { factorId } = await addFactor(auth, server.db);
    if (!stored || !early) throw new Error('nothing was enrolled');
    // The state that two concurrent enrolments could leave.
    await insertRows(server.db, 'authFactors', { ...stored, id: uuidv4() });
    const unverified = (await factorsOf(id)).find(({ onSince }) => onSince === null);
    const intruder = await signInAgain(server.url, email);
    const entered = await intruder.auth.mfa.challengeAndVerify({
      factorId: unverified?.id ?? '',
      code: codeOf(early.totp.secret),
    });
    expect(entered.error?.code).toBe('insufficient_aal');
    expect((await factorsOf(id)).filter(({ onSince }) => onSince !== null).map((f) => f.id)).toEqual([
      factorId,
    ]);
  });
});
