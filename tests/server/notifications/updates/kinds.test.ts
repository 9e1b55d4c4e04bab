import type { Notice } from '@selvedge/shared/notifications/updates';
import { isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { expireHolds } from '../../../../server/src/deals/holds/expire-holds.ts';
import { joinWorld } from '../../../support/people/account.ts';
import { type Member, messagesOf, openHaggling } from '../../../support/people/haggle.ts';
import { openNotified } from '../../../support/people/notified.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const ITEM = 'Type II trucker';
const updates = async (of: Member) =>
  (await of.call<Notice[]>('GET', '/api/notices')).map(({ kind, text, path }) => [kind, text, path]);

describeOnBothEngines('a member is notified', ({ engine }) => {
  async function openHold() {
    const notified = await openNotified({ engine });
    const { world } = notified;
    const haggling = await openHaggling(world, ['juniper', 'rowan', 'hazel']);
    const { seller, buyers, listing } = haggling;
    const [juniper, rowan, hazel] = buyers;
    const at = `/api/listings/${listing.id}`;
    const hold = () =>
      seller.call('POST', `${at}/hold`, { conversationId: juniper.conversationId, hours: 24 });
    await hold();
    for (const one of [rowan, hazel]) await one.call('PUT', `${at}/line`);
    const nameOf = async (of: Member) =>
      (await of.call<{ username: string }>('GET', '/api/auth/user')).username;
    return { ...notified, ...haggling, world, juniper, rowan, hazel, at, hold, nameOf };
  }

  test('that a listing has freed up', async () => {
    const { seller, juniper, rowan, hazel, at, listing, deliver, mailed } = await openHold();
    await seller.call('DELETE', `${at}/hold`);
    for (const one of [rowan, hazel]) {
      expect(await updates(one)).toEqual([
        ['listing-freed', `Available again: ${ITEM}`, `/listing/${listing.id}`],
      ]);
    }
    expect(await updates(juniper)).toEqual([
      ['hold-ended', `The hold on ${ITEM} has ended`, `/messages/${juniper.conversationId}`],
    ]);
    await deliver();
    expect((await mailed()).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      `Available again: ${ITEM}`,
      `Available again: ${ITEM}`,
    ]);
  });

  test('of no listing on hold again', async () => {
    const { seller, rowan, at, hold, deliver, mailed } = await openHold();
    await seller.call('DELETE', `${at}/hold`);
    await hold();
    await deliver();
    expect(await mailed()).toEqual([]);
    await rowan.call('PUT', `${at}/line`);
    await seller.call('DELETE', `${at}/hold`);
    await deliver(3 * 3_600_000);
    expect(await mailed()).toHaveLength(1);
  });

  test('that their hold has run out', async () => {
    const { world, juniper } = await openHold();
    const past = new Date(Date.now() - 1_000);
    await world.db.transact(async ({ q, t: { listings: l } }) =>
      q.update(l).set({ holdUntil: past }).where(isNotNull(l.holdUntil)).returning({ id: l.id }),
    );
    await expireHolds(world.product.ctx);
    expect((await updates(juniper)).map(([kind]) => kind)).toEqual(['hold-ended']);
  });

  test('of no hold that they have released', async () => {
    const { juniper, at } = await openHold();
    await juniper.call('DELETE', `${at}/hold`);
    expect(await updates(juniper)).toEqual([]);
  });

  test('of a question about a deal', async () => {
    const { seller, juniper, at, nameOf } = await openHold();
    const { conversationId } = juniper;
    await seller.call('PATCH', `${at}/sold`);
    await seller.call('POST', `${at}/deal`, { conversationId });
    await seller.call('POST', `${at}/deal`, { conversationId });
    const asked = `${await nameOf(seller)} asks whether you made a deal about ${ITEM}`;
    expect(await updates(juniper)).toEqual([['deal-asked', asked, `/messages/${conversationId}`]]);
    const messages = await messagesOf(juniper, conversationId);
    const { deal } = messages.find((one) => one.deal) ?? {};
    await juniper.call('POST', `/api/deals/${deal?.id}/answer`, { isYes: true });
    const confirmed = `${await nameOf(juniper)} confirmed your deal about ${ITEM}`;
    expect(await updates(seller)).toEqual([['deal-confirmed', confirmed, '/deals']]);
  });

  test('of a decision on a report', async () => {
    const { world } = await openNotified({ engine });
    const [member, reporter] = [await joinWorld(world, 'marlow'), await joinWorld(world, 'odile')];
    const admin = await world.join('admin', { isAdmin: true });
    const { id, number } = await reporter.call<{ id: string; number: string }>('POST', '/api/reports', {
      ...{ subject: 'user', id: member.id, reason: 'spam' },
    });
    const json = { action: 'warn', note: 'Stop it' };
    await world.call('POST', `/api/admin/reports/${id}/resolve`, { as: admin, json });
    const appeal = expect.stringMatching(/^\/mail\/appeal\?as=/);
    expect(await updates(reporter)).toEqual([
      ['decision', `Decision on your report ${number}: The member was warned.`, appeal],
    ]);
    expect(await updates(member)).toEqual([['warning', 'You got a warning', appeal]]);
    const [warning] = await member.call<{ id: string }[]>('GET', '/api/warnings');
    await member.call('POST', `/api/warnings/${warning?.id}/read`);
    expect(await member.call('GET', '/api/notices/unread')).toEqual({ count: 0 });
  });

  test('of a new password at once', async () => {
    const { world, list } = await openNotified({ engine });
    const member = await world.joinWithClient();
    const { error } = await member.auth.updateUser({
      ...{ password: 'a longer pass phrase', current_password: 'raw denim, soaked once' },
    } as never);
    expect(error).toBeNull();
    const text = 'Your password was changed';
    expect(await list(member)).toMatchObject([{ kind: 'security', text, path: '/updates?settings=account' }]);
    expect(await world.mailsTo(member.email)).toEqual([expect.stringContaining(`Subject: ${text}`)]);
  });
});
