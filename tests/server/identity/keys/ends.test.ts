import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suspendAccount } from '../../../../server/src/identity/accounts/suspend-account.ts';
import { readRows } from '../../../support/data/rows.ts';
import type { Member } from '../../../support/people/accounts.ts';
import { PASSWORD } from '../../../support/people/accounts.ts';
import { addApiKey } from '../../../support/people/api-keys.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const NEW = 'a third one, with a hem';

describe.each(engines())('the end of an API key on %s reaches every node', (engine) => {
  let here: World;
  let there: World;
  beforeAll(async () => {
    here = await startWorld({ engine });
    there = await startWorld({ engine, env: { ...here.env, PUBLIC_URL: here.url } });
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  /** A key that both nodes know, with a socket on each. @returns how its sockets are told of its end */
  async function startKey(expiresAt: Date | null = null) {
    const member: Member = await here.join(`user${crypto.randomUUID().slice(0, 8)}`, { isProven: true });
    const { id, key } = await addApiKey(here.db, member, { expiresAt });
    const nodes = [here, there];
    const sockets = await Promise.all(nodes.map((node) => node.connect({ token: key })));
    const reasons = sockets.map(
      (socket) => new Promise((resolve) => socket.once('session:ended', ({ reason }) => resolve(reason))),
    );
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('disconnect', resolve)));
    for (const socket of sockets) await socket.emitWithAck('session:renew', { token: 'none' });
    const statuses = async () => {
      const answers = nodes.map((node) => node.call('GET', '/api/deals', { token: key }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    return {
      ...{ member, id, sockets },
      /** Ends the key, and waits for its sockets. */
      async endedBy(end: () => Promise<unknown>) {
        await end();
        const startedAt = performance.now();
        const received = await Promise.all(reasons);
        await Promise.all(closed);
        expect(performance.now() - startedAt).toBeLessThan(1_000);
        expect(await statuses()).toEqual([401, 401]);
        return received;
      },
    };
  }

  test('after its revocation', { tags: ['api-keys'] }, async () => {
    const { member, id, endedBy } = await startKey();
    const revoke = () => here.call('DELETE', `/api/keys/${id}`, { as: member });
    expect(await endedBy(revoke)).toEqual(['revoked', 'revoked']);
  });

  test('after a suspension by a process without requests', { tags: ['api-keys'] }, async () => {
    const { member, endedBy } = await startKey();
    const suspend = () => here.db.transact((tx) => suspendAccount(null, tx, member.id));
    expect(await endedBy(suspend)).toEqual(['suspended', 'suspended']);
  });

  test('after the deletion of its owner', { tags: ['api-keys', 'personal-data'] }, async () => {
    const { member, endedBy } = await startKey();
    const remove = () => here.call('DELETE', '/api/auth/user', { as: member, json: { password: PASSWORD } });
    expect(await endedBy(remove)).toEqual(['deleted', 'deleted']);
    expect(await readRows(here.db, 'apiKeys', { userId: member.id })).toEqual([]);
  });

  test('after a recovery of the password', { tags: ['api-keys', 'password-change'] }, async () => {
    const { member, endedBy } = await startKey();
    await here.call('POST', '/auth/v1/recover', { json: { email: member.email } });
    const token = await here.linkToken(member.email);
    const body = new URLSearchParams({ token, type: 'recovery', password: NEW });
    const recover = () => here.call('POST', '/auth/v1/verify', { body });
    expect(await endedBy(recover)).toEqual(['password_changed', 'password_changed']);
  });

  test('at its expiry', { tags: ['api-keys'] }, async () => {
    const expiresAt = new Date(Date.now() + 4_000);
    const { endedBy } = await startKey(expiresAt);
    const wait = () => new Promise((resolve) => setTimeout(resolve, expiresAt.getTime() - Date.now() - 100));
    expect(await endedBy(wait)).toEqual(['expired', 'expired']);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime() - 5);
  });

  test('not while it is years ahead', async () => {
    const { sockets } = await startKey(new Date(Date.now() + 365 * 86_400_000));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sockets.map(({ connected }) => connected)).toEqual([true, true]);
  });
});
