import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suspendAccount } from '../../../server/src/identity/accounts/suspend-account.ts';
import { type Client, next } from '../../support/clients/socket.ts';
import { connectChecked } from '../../support/contract/traffic.ts';
import { updateRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

const NEW = 'a third one, with a hem';

describe.each(engines())('the end of a session on %s reaches every node', (engine) => {
  let here: World;
  let there: World;
  beforeAll(async () => {
    here = await startWorld({ engine });
    there = await startWorld({
      engine,
      env: { ...here.env, PUBLIC_URL: here.url },
    });
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const statusAt = async (node: World, token: string) =>
    (await node.call('GET', '/api/auth/user', { token })).status;
  /** The response for a browser that had this session. */
  async function endAt(node: World, token: string): Promise<unknown> {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return (await node.call('GET', `/api/auth/sessions/${claims.session_id}/end`)).json();
  }
  async function connect(node: World, token: string): Promise<Client> {
    const socket: Client = connectChecked(node.url, { reconnection: false, auth: { token } });
    // The first event means that the socket receives session ends.
    await next(socket, 'unread');
    return socket;
  }
  /** A session known to both nodes, with a socket on each. */
  async function startSession() {
    const joined = await here.signUp();
    const token = joined.session.access_token;
    const sockets = await Promise.all([connect(here, token), connect(there, token)]);
    expect([await statusAt(here, token), await statusAt(there, token)]).toEqual([200, 200]);
    expect(await endAt(here, token)).toEqual({ reason: null });
    const reasonsReceived = sockets.map((socket) => next<{ reason: string }>(socket, 'session:ended'));
    const closed = sockets.map((socket) => next(socket, 'disconnect'));
    return {
      ...joined,
      token,
      async ended(): Promise<string[]> {
        const reasons = (await Promise.all(reasonsReceived)).map(({ reason }) => reason);
        await Promise.all(closed);
        for (const node of [here, there]) {
          await expect.poll(() => statusAt(node, token)).toBe(401);
          expect(await endAt(node, token)).toEqual({ reason: reasons[0] });
        }
        return reasons;
      },
    };
  }

  test('after a sign-out', async () => {
    const { auth, ended } = await startSession();
    await auth.signOut({ scope: 'local' });
    expect(await ended()).toEqual(['signed_out', 'signed_out']);
  });

  test('after a password change in another session', {
    tags: ['ended-sessions'],
  }, async () => {
    const { email, ended } = await startSession();
    const elsewhere = here.client();
    const { data } = await elsewhere.signInWithPassword({ email, password: PASSWORD });
    const ownToken = data.session?.access_token ?? '';
    expect((await elsewhere.updateUser({ password: NEW, current_password: PASSWORD })).error).toBeNull();
    expect(await ended()).toEqual(['password_changed', 'password_changed']);
    expect([await statusAt(here, ownToken), await statusAt(there, ownToken)]).toEqual([200, 200]);
  });

  test('after a suspension by a process without requests', {
    tags: ['ended-sessions'],
  }, async () => {
    const { session, email, ended, token } = await startSession();
    await here.db.transact(async (tx) => {
      await suspendAccount(null, tx, session.user.id);
    });
    expect(await ended()).toEqual(['suspended', 'suspended']);
    const { error } = await there.client().signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 400, code: 'user_banned' });
    const refused = connectChecked(there.url, { auth: { token } });
    expect(await next<{ data: unknown }>(refused, 'connect_error')).toMatchObject({
      data: { code: 'unauthorized' },
    });
    refused.disconnect();
  });

  test('after a replayed refresh token', async () => {
    const { session, ended } = await startSession();
    const refresh = (refresh_token: string) =>
      here.call('POST', '/auth/v1/token?grant_type=refresh_token', { json: { refresh_token } });
    const first = (await (await refresh(session.refresh_token)).json()) as { access_token: string };
    expect(await statusAt(there, first.access_token)).toBe(200);
    const claims = JSON.parse(Buffer.from(first.access_token.split('.')[1] ?? '', 'base64url').toString());
    await updateRows(
      here.db,
      'authSessions',
      { refreshedAt: new Date(Date.now() - 60_000) },
      { id: claims.session_id },
    );
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect(await ended()).toEqual(['token_reused', 'token_reused']);
  });
});
