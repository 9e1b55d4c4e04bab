import { expect, test } from 'vitest';
import { readRows } from '../../../support/data/rows.ts';
import { addApiKey } from '../../../support/people/api-keys.ts';
import { openHooked } from '../../../support/people/hooked.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import type { World } from '../../../support/world.ts';

const NEW = 'a third one, with a hem';
const MESSAGES = ['message.received'] as const;

async function recover(world: World, email: string): Promise<void> {
  const { length: mailed } = await world.mailsTo(email);
  await world.call('POST', '/auth/v1/recover', { json: { email } });
  const body = new URLSearchParams({
    ...{ token: await world.linkToken(email, mailed + 1), type: 'recovery', password: NEW },
  });
  expect((await world.call('POST', '/auth/v1/verify', { body })).status).toBe(303);
}

describeOnBothEngines('an intruder loses webhooks', ({ engine }) => {
  /** A member, one of their keys, and a webhook that it has added. */
  async function openIntruded() {
    const hooked = await openHooked({ engine });
    const member = await hooked.world.join('marlow', { isProven: true });
    const { id: keyId, key: token } = await addApiKey(hooked.world.db, member);
    const add = async (url: string) => {
      const json = { url: hooked.peer.url + url, events: MESSAGES };
      const response = await hooked.world.call('POST', '/api/webhooks', { token, json });
      return ((await response.json()) as { id: string }).id;
    };
    const change = (id: string, by: { token: string } | { as: typeof member }) =>
      hooked.world.call('PATCH', `/api/webhooks/${id}`, { ...by, json: { url: `${hooked.peer.url}/new` } });
    return { ...hooked, member, keyId, token, add, change };
  }
  const OFF = { isOn: false, offReason: 'access_ended' };

  test('once the account is recovered', { tags: ['api-keys', 'password-change'] }, async () => {
    const { world, hook, member } = await openIntruded();
    const { id } = await hook(member, '/a', MESSAGES);
    await recover(world, member.email);
    const [{ offReason } = {}] = await readRows(world.db, 'webhooks', { id });
    expect(offReason).toBe(OFF.offReason);
  });

  test('once the key that added them is revoked', { tags: ['api-keys'] }, async () => {
    const { answer, hook, find, member, keyId, add } = await openIntruded();
    const theirs = await add('/theirs');
    const { id: own } = await hook(member, '/own', MESSAGES);
    await answer(member, 'DELETE', `/api/keys/${keyId}`);
    expect(await find(member, theirs)).toMatchObject(OFF);
    expect(await find(member, own)).toMatchObject({ isOn: true });
  });

  test('that they led elsewhere with a key', { tags: ['api-keys'] }, async () => {
    const { answer, hook, find, member, keyId, token, change } = await openIntruded();
    const { id } = await hook(member, '/own', MESSAGES);
    await change(id, { token });
    await answer(member, 'DELETE', `/api/keys/${keyId}`);
    expect(await find(member, id)).toMatchObject(OFF);
  });

  test('except those that their owner has changed since', async () => {
    const { answer, find, member, keyId, add, change } = await openIntruded();
    const id = await add('/theirs');
    await change(id, { as: member });
    await answer(member, 'DELETE', `/api/keys/${keyId}`);
    expect(await find(member, id)).toMatchObject({ isOn: true });
  });

  test('with their channel at Discord', { tags: ['api-keys', 'password-change'] }, async () => {
    const { world, answer, member } = await openIntruded();
    const url = 'https://discord.com/api/webhooks/1/abc';
    await answer(member, 'POST', '/api/discord-channels', { name: 'Mine', url });
    await recover(world, member.email);
    expect(await readRows(world.db, 'discordChannels', {})).toEqual([]);
  });
});

test('a webhook that gets messages is mailed about', { tags: ['api-keys'] }, async () => {
  const { world, answer, hook } = await openHooked();
  const member = await world.join('marlow');
  const told = async () =>
    (await world.mails()).filter(({ subject }) => subject === 'A webhook gets your messages').length;
  await hook(member, '/public', ['listing.created']);
  expect(await told()).toBe(0);
  const { id } = await hook(member, '/a', MESSAGES);
  expect(await told()).toBe(1);
  await answer(member, 'PATCH', `/api/webhooks/${id}`, { isOn: false });
  expect(await told()).toBe(1);
  await answer(member, 'PATCH', `/api/webhooks/${id}`, { url: 'https://8.8.8.8/' });
  expect(await told()).toBe(2);
});
