import { randomUUID } from 'node:crypto';
import type { Report } from '@selvedge/shared/safety/reports';
import { beforeEach, expect, test } from 'vitest';
import { editMessage } from '../../../../server/src/conversations/edit-message.ts';
import { removeExpiredOriginals } from '../../../../server/src/conversations/originals/remove-expired.ts';
import { unsendMessage } from '../../../../server/src/conversations/unsend-message.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import { storeConversation } from '../../../support/people/stored-conversation.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const DAY = 86_400_000;

describeOnEngines('a report of a message that its sender changed', ({ engine }) => {
  let shop: World;
  let admin: Actor;
  let conversation: Awaited<ReturnType<typeof storeConversation>>;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    admin = await shop.join('admin', { isAdmin: true });
    conversation = await storeConversation(shop.db, {
      members: [await shop.join('marlow'), await shop.join('odile')],
    });
  });

  const sendText = async (content: string) => (await conversation.send(conversation.buyer, content)).id;
  const edit = (messageId: string, content: string) =>
    editMessage(conversation.ctx, conversation.buyer, { messageId, content });
  const unsend = (messageId: string) => unsendMessage(conversation.ctx, conversation.buyer, { messageId });
  const report = async (id: string, as = conversation.seller) =>
    (await shop.call('POST', '/api/reports', { as, json: { subject: 'message', id, reason: 'harassment' } }))
      .status;
  const evidence = async () => {
    const response = await shop.call('GET', '/api/admin/reports?state=open', { as: admin });
    return ((await response.json()) as Report[])[0]?.evidence;
  };
  const removeExpired = (days: number) =>
    removeExpiredOriginals(conversation.ctx, new Date(Date.now() + days * DAY));

  test('shows an admin the text of an unsent message', { tags: ['edited-message-reports'] }, async () => {
    const id = await sendText('I know where you live');
    await unsend(id);
    expect(await report(id)).toBe(201);
    expect(await evidence()).toMatchObject({
      text: 'I know where you live',
      versions: [{ state: 'original', text: 'I know where you live', at: expect.any(String) }],
      unsentAt: expect.any(String),
    });
  });

  test('shows an admin every version of an edited message', {
    tags: ['edited-message-reports'],
  }, async () => {
    const id = await sendText('I know where you live');
    await edit(id, 'I will find you');
    await edit(id, 'Thank you!');
    expect(await report(id)).toBe(201);
    const shown = await evidence();
    expect(shown).toMatchObject({ text: 'Thank you!', unsentAt: null });
    expect(shown?.versions.map(({ state, text }) => [state, text])).toEqual([
      ['original', 'I know where you live'],
      ['edited', 'I will find you'],
      ['edited', 'Thank you!'],
    ]);
    const times = shown?.versions.map(({ at }) => at) ?? [];
    expect(times).toEqual(times.toSorted());
  });

  test('shows all versions of an unsent message', async () => {
    const id = await sendText('I know where you live');
    await edit(id, 'Never mind');
    await unsend(id);
    await report(id);
    const shown = await evidence();
    expect(shown?.versions.map(({ text }) => text)).toEqual(['I know where you live', 'Never mind']);
    expect(shown?.unsentAt).toEqual(expect.any(String));
  });

  test('has no versions if the message was never changed', async () => {
    await report(await sendText('Hello'));
    expect(await evidence()).toMatchObject({ text: 'Hello', versions: [], unsentAt: null });
  });

  test('is refused to everyone except the recipient', async () => {
    const id = await sendText('I know where you live');
    await unsend(id);
    expect(await report(id, await shop.join('stranger'))).toBe(404);
    expect(await report(id, admin)).toBe(404);
    expect(await report(id, conversation.buyer)).toBe(400);
  });

  test('is possible for 30 days after unsending', {
    tags: ['edited-message-reports'],
  }, async () => {
    const [old, reported] = [await sendText('I know where you live'), await sendText('I will find you')];
    await unsend(old);
    await unsend(reported);
    await report(reported);
    await removeExpired(29);
    expect(await report(old)).toBe(201);
    await removeExpired(31);
    const rows = await readRows(shop.db, 'messageOriginals');
    expect(rows).toEqual([]);
    expect((await evidence())?.versions).toHaveLength(1);
    const later = await sendText('Hello');
    await unsend(later);
    await removeExpired(31);
    expect(await report(later)).toBe(404);
  });

  test('is impossible after 30 days', async () => {
    const id = await sendText('I know where you live');
    await unsend(id);
    await updateRows(shop.db, 'messageOriginals', { replacedAt: new Date(Date.now() - 31 * DAY) });
    expect(await report(id)).toBe(404);
  });

  test('has at most twenty-one versions', async () => {
    const id = await sendText('0');
    for (let i = 1; i <= 20; i++) await edit(id, String(i));
    await expect(edit(id, '21')).rejects.toMatchObject({
      code: 'conflict',
      message: 'You can edit a message 20 times.',
    });
    await unsend(id);
    await report(id);
    expect((await evidence())?.versions).toHaveLength(21);
  });

  test('is not found for another id', async () => {
    expect(await report(randomUUID())).toBe(404);
  });
});
