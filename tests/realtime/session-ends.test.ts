import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { suspendAccount } from '../../server/src/identity/accounts/suspend-account.ts';
import { connectChecked } from '../support/contract/traffic.ts';
import { PASSWORD, signUp } from '../support/people/account.ts';
import { type Client, next } from '../support/servers/live-server.ts';
import { nodesUnavailable, startTwoNodes, type TwoNodes } from '../support/servers/nodes.ts';

type Member = Awaited<ReturnType<typeof signUp>>;

const ENDS = [
  ['signed_out', (member) => member.auth.signOut({ scope: 'global' })],
  [
    'password_changed',
    async (member, { one }) => {
      const elsewhere = one.client();
      await elsewhere.signInWithPassword({ email: member.email, password: PASSWORD });
      return elsewhere.updateUser({ password: 'a third one, with a hem', current_password: PASSWORD });
    },
  ],
  [
    'suspended',
    (member, { one }) =>
      one.db.transact((tx) => suspendAccount(null, tx, member.id)).then(() => ({ error: null })),
  ],
] as const satisfies [string, (member: Member, nodes: TwoNodes) => Promise<{ error: unknown }>][];

describe.skipIf(nodesUnavailable !== null)('a session that ends on one node', () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });
  afterAll(() => nodes.close());

  const sockets: Client[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });

  describe.each(['up', 'down'] as const)('while Redis is %s', (redis) => {
    beforeAll(async () => {
      if (redis === 'down') await nodes.redis.kill();
    });

    test.each(ENDS)('closes its sockets on the other node: %s', async (reason, end) => {
      const member = await signUp(nodes.one.url);
      const socket: Client = connectChecked(nodes.other.url, {
        reconnection: false,
        auth: { token: member.token },
      });
      sockets.push(socket);
      // Once the first event has arrived, the socket also receives the end of its session.
      await next(socket, 'unread');
      const [ended, closed] = [next(socket, 'session:ended'), next(socket, 'disconnect')];
      expect(await end(member, nodes)).toMatchObject({ error: null });
      const endedAt = performance.now();
      expect(await ended).toEqual({ reason });
      await closed;
      console.log(
        `${reason}, Redis ${redis}: its socket on the other node was closed after ${((performance.now() - endedAt) / 1000).toFixed(1)} s`,
      );
      const response = await fetch(`${nodes.other.url}/api/auth/user`, {
        headers: { authorization: `Bearer ${member.token}` },
      });
      expect(response.status).toBe(401);
    });
  });
});
