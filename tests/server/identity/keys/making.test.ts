import { createHash } from 'node:crypto';
import type { ApiKey, NewApiKey } from '@selvedge/shared/identity/api-keys';
import { expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { readRows } from '../../../support/data/rows.ts';
import { addApiKey } from '../../../support/people/api-keys.ts';
import { ageProofs } from '../../../support/people/two-step.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld } from '../../../support/world.ts';

const BOT = { name: 'Price bot', scopes: ['read', 'chat'], days: 90 };

describeOnBothEngines('an API key', ({ engine }) => {
  async function open() {
    const world = await openWorld({ engine });
    const marlow = await world.join('marlow');
    const ask = (json: unknown, as: Actor = marlow) => world.call('POST', '/api/keys', { as, json });
    const make = async (changes: object = {}) =>
      (await (await ask({ ...BOT, ...changes })).json()) as NewApiKey;
    const list = async () =>
      (await (await world.call('GET', '/api/keys', { as: marlow })).json()) as ApiKey[];
    return { world, marlow, ask, make, list };
  }

  test('is shown once', { tags: ['api-keys'] }, async () => {
    const { make, list } = await open();
    const { key, ...rest } = await make();
    expect(key).toMatch(/^selvedge_[0-9A-Za-z]{36}$/);
    expect(rest).toMatchObject({ name: 'Price bot', scopes: ['read', 'chat'], lastUse: null });
    expect(Date.parse(rest.expiresAt ?? '') - Date.parse(rest.createdAt)).toBe(90 * 86_400_000);
    expect(await list()).toEqual([rest]);
  });

  test('is stored as its hash alone', { tags: ['api-keys'] }, async () => {
    const { world, make } = await open();
    const { key } = await make();
    const [row] = await readRows(world.db, 'apiKeys');
    expect(row?.hash).toBe(createHash('sha256').update(key).digest('base64url'));
    expect(JSON.stringify(row)).not.toContain(key.slice(9));
  });

  test('may last until it is revoked', async () => {
    const { make } = await open();
    expect((await make({ days: null })).expiresAt).toBeNull();
  });

  test('needs a fresh proof', { tags: ['api-keys', 'fresh-proof'] }, async () => {
    const { world, marlow, ask, list } = await open();
    await ageProofs(world.db, marlow.id);
    const response = await ask(BOT);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'reauthentication_needed',
    ]);
    expect(await list()).toEqual([]);
  });

  test('is refused beside ten others', async () => {
    const { world, marlow, ask } = await open();
    for (let n = 0; n < 10; n += 1) await addApiKey(world.db, marlow);
    const response = await ask(BOT);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      message: 'You can have up to 10 API keys. Revoke one of them first.',
    });
  });

  test.for([
    [{ name: ' ' }, 'A name is required'],
    [{ name: 'x'.repeat(61) }, 'A name can have up to 60 characters'],
    [{ scopes: [] }, 'Choose at least one thing that the key may do'],
    [{ scopes: ['read', 'read'] }, 'Name each scope once'],
    [{ days: 7 }, 'A key expires after 30, 90 or 365 days, or never'],
  ] as const)('with %j is refused', async ([changes, message]) => {
    const { ask } = await open();
    const response = await ask({ ...BOT, ...changes });
    expect([response.status, await response.json()]).toMatchObject([400, { message }]);
  });

  test('is announced to its owner', { tags: ['api-keys', 'clean-mails'] }, async () => {
    const { world, marlow, make } = await open();
    const { id } = await make();
    await world.call('DELETE', `/api/keys/${id}`, { as: marlow });
    const mails = (await world.mails()).filter(({ to }) => to === marlow.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['An API key was made', 'An API key was revoked']);
    expect(JSON.stringify(mails)).not.toContain('Price bot');
    const notices = await (await world.call('GET', '/api/notices', { as: marlow })).json();
    expect(notices).toMatchObject([
      { text: 'An API key was revoked', path: '/updates?settings=api-keys' },
      { text: 'An API key was made', path: '/updates?settings=api-keys' },
    ]);
  });

  test('is in the record of the account', { tags: ['audit-log'] }, async () => {
    const { world, marlow, make } = await open();
    const { id } = await make();
    await world.call('DELETE', `/api/keys/${id}`, { as: marlow });
    const actions = (await readRows(world.db, 'authAudit', { userId: marlow.id })).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(expect.arrayContaining(['api_key_made', 'api_key_revoked']));
  });
});
