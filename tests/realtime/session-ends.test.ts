import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suspendAccount } from '../../server/src/identity/accounts/suspend-account.ts';
import { next } from '../support/clients/socket.ts';
import { type Member, PASSWORD } from '../support/people/accounts.ts';
import { uniqueName } from '../support/people/conversation.ts';
import { nodesUnavailable, startTwoNodes, type TwoNodes } from '../support/servers/nodes.ts';

const ENDS = [
  [
    'signed_out',
    async (as, { one }) => ({
      error: (await one.call('POST', '/auth/v1/logout', { as })).ok ? null : 'refused',
    }),
  ],
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

  describe.each(['up', 'down'] as const)('while Redis is %s', (redis) => {
    beforeAll(async () => {
      if (redis === 'down') await nodes.redis.kill();
    });

    test.each(ENDS)('closes its sockets on the other node: %s', async (reason, end) => {
      const member = await nodes.one.join(uniqueName('member'));
      const token = await member.token();
      const socket = await nodes.other.connect({ token });
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
      const response = await nodes.other.call('GET', '/api/auth/user', { token });
      expect(response.status).toBe(401);
    });
  });
});
