import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { User } from '@selvedge/shared/members/users';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { changeUsername } from '../../../../server/src/members/change-username.ts';
import { setPicture } from '../../../../server/src/members/set-picture.ts';
import { next } from '../../../support/clients/socket.ts';
import { phonePhoto } from '../../../support/data/pictures.ts';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import { PASSWORD, signUp } from '../../../support/people/account.ts';
import { ageProofs, codeInMail } from '../../../support/people/two-step.ts';
import { bothEngines } from '../../../support/servers/database.ts';
import { openWorld, startWorld, type World } from '../../../support/world.ts';

type Person = Awaited<ReturnType<typeof signUp>>;

describe.each(bothEngines())('my data (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  /** A seller with a listing, a WTB and a picture, in a conversation with a buyer. */
  async function startConversation() {
    server = await startWorld({ engine, env: { AUTH_AUTOCONFIRM: 'true' } });
    const [seller, buyer] = [await signUp(server.url, 'marlow'), await signUp(server.url, 'odile')];
    const picture = await phonePhoto();
    const listing = await seller.list(picture, 'Discussed');
    const quiet = await seller.list(picture, 'Quiet');
    await seller.call('POST', '/api/wtb-listings', {
      title: 'Ring coat',
      brand: 'Kapital',
      size: '3',
      maxPrice: '900',
    });
    const conversation = await buyer.openConversation(listing);
    const sendText = (from: Person, content: string) =>
      from.call<Message>('POST', '/api/messages', {
        conversationId: conversation.id,
        type: 'text',
        content,
      });
    await sendText(buyer, 'Is it raw?');
    const washed = await sendText(seller, 'Washed twice.');
    await seller.call('PATCH', `/api/messages/${washed.id}`, { content: 'Washed once.' });
    const theirs = await sendText(buyer, 'Would you go lower?');
    await buyer.call('DELETE', `/api/messages/${theirs.id}`);
    const { username: former } = await seller.call<{ username: string }>('GET', '/api/auth/user');
    await seller.call('PATCH', '/api/auth/user', { username: 'indigoshop' });
    const me = await seller.call<{ username: string }>('GET', '/api/auth/user');
    return { seller, buyer, listing, quiet, conversation, sendText, username: me.username, former };
  }

  const pictures = () => {
    const folder = join(server.dataDir, 'media');
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.webp'))
      : [];
  };
  /** Every row of the database as text. */
  const everything = () =>
    server.db.read(async ({ q, t }) => {
      const tables = Object.values(t) as (typeof t.users)[];
      return JSON.stringify(await Promise.all(tables.map((table) => q.select().from(table))));
    });
  const leave = (person: Person, proof: object = { password: PASSWORD }) =>
    person.request('DELETE', '/api/auth/user', proof);

  test('is exported without data of other members', {
    tags: ['personal-data'],
  }, async () => {
    const { seller, buyer, listing, conversation, username, former } = await startConversation();
    const bystander = await (await signUp(server.url, 'bystander')).call<{ id: string }>(
      'GET',
      '/api/auth/user',
    );
    await seller.request('PUT', `/api/blocks/${bystander.id}`);
    const response = await seller.request('GET', '/api/auth/export');
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const read = (path: string): unknown => JSON.parse(strFromU8(files[path] ?? new Uint8Array()));
    expect(read('account.json')).toMatchObject({ email: seller.email, sessions: [expect.anything()] });
    expect(read('account-events.json')).toMatchObject([
      // Anyone may have signed up with this address, so its IP address is not exported.
      { action: 'signed_up', address: null, at: expect.any(String) },
    ]);
    const formerUsernames = [{ username: former.toLowerCase(), heldUntil: expect.any(String) }];
    expect(read('profile.json')).toMatchObject({ username, formerUsernames });
    expect(read('listings.json')).toMatchObject([
      { title: 'Quiet' },
      { title: 'Discussed', price: '365.00', images: listing.images },
    ]);
    expect(read('want-to-buy.json')).toMatchObject([{ title: 'Ring coat', maxPrice: '900.00' }]);
    expect(read('blocked.json')).toMatchObject([{ id: bystander.id }]);
    expect(read('conversations.json')).toMatchObject([{ id: conversation.id }]);
    expect(read(`conversations/${conversation.id}.json`)).toMatchObject([
      { content: 'Is it raw?' },
      { content: 'Washed once.' },
      { content: '', isUnsent: true },
    ]);
    expect(read('message-originals.json')).toMatchObject([{ content: 'Washed twice.', imageFile: null }]);
    expect(strFromU8(files['message-originals.json'] ?? new Uint8Array())).not.toContain('go lower');
    const stored = read('pictures.json') as { file: string }[];
    expect(stored).toHaveLength(2);
    for (const { file } of stored) expect(strFromU8(files[file] ?? new Uint8Array(), true)).toContain('WEBP');
    const text = Object.values(files).map((bytes) => strFromU8(bytes, true));
    expect(text.join()).not.toContain(buyer.email);
    expect(text.join()).not.toMatch(/argon2|salt/i);
  });

  test('is deleted with my account', {
    tags: ['personal-data'],
  }, async () => {
    const { seller, buyer, listing, quiet, conversation, sendText, username, former } =
      await startConversation();
    const [mine, theirs] = [seller.connect(), buyer.connect()];
    await Promise.all([next(mine, 'unread'), next(theirs, 'unread')]);
    const [ended, removed] = [next(mine, 'session:ended'), next(theirs, 'person:removed')];
    expect((await leave(seller)).status).toBe(204);
    await ended;
    expect(await removed).toEqual({ id: seller.id });

    expect((await seller.request('GET', '/api/conversations')).status).toBe(401);
    const rows = await everything();
    expect(rows).not.toContain(seller.email);
    for (const name of [username, former]) expect(rows).not.toContain(name);
    expect(rows).not.toContain('Washed twice.');
    expect(rows).toContain('Would you go lower?');
    expect(rows).not.toContain('Quiet');
    const noted = await readRows(server.db, 'authAudit', { userId: seller.id });
    expect(noted.map(({ action, address }) => [action, address])).toEqual([
      ['signed_up', null],
      ['deleted', null],
    ]);
    await vi.waitFor(() => expect(pictures()).toEqual([]));
    await vi.waitFor(async () =>
      expect((await server.mailsTo(seller.email)).join()).toContain('Your account was deleted'),
    );
    expect((await server.call('GET', `/api/users/${username}`)).status).toBe(404);
    expect((await server.call('GET', `/api/listings/${quiet.id}`)).status).toBe(404);

    const [seen] = await buyer.call<Conversation[]>('GET', '/api/conversations');
    expect(seen).toMatchObject({
      seller: { username: 'deleted user', profileImageUrl: null, isDeleted: true },
      listing: { title: 'Discussed', isRemoved: true, images: [] },
    });
    const messages = await buyer.call<Message[]>('GET', `/api/conversations/${conversation.id}/messages`);
    expect(messages).toMatchObject([
      { content: 'Is it raw?', sender: { id: buyer.id } },
      { content: 'Washed once.', sender: { username: 'deleted user', isDeleted: true } },
      { content: '', isUnsent: true },
    ]);
    await expect(sendText(buyer, 'Hello?')).rejects.toThrow(/^409 .*They have deleted their account/);
    await expect(buyer.openConversation({ ...listing, id: quiet.id })).rejects.toThrow(/^404/);
    expect(messages.length).toBe(3);
  });

  test('deleting it frees my username immediately', async () => {
    const { seller, buyer, username } = await startConversation();
    await leave(seller);
    await leave(buyer);
    expect(await everything()).not.toContain('Washed once.');
    const client = server.client();
    const { data } = await client.signUp({ email: seller.email, password: PASSWORD });
    expect(data.session).not.toBeNull();
    const updated = await updateRows(
      server.db,
      'users',
      { username, usernameKey: username.toLowerCase() },
      { id: buyer.id },
    );
    expect(updated).toHaveLength(1);
  });

  test('stays deleted despite a profile change in progress', async () => {
    const { seller } = await startConversation();
    expect((await leave(seller)).status).toBe(204);
    // As in calls that were authenticated just before the deletion.
    const rename = changeUsername(server.db, seller, 'stillhere');
    await expect(rename).rejects.toMatchObject({ code: 'unauthorized' });
    const key = `profiles/${seller.id}/profile-1000000000000.png`;
    const picture = setPicture(server.product.ctx, seller, key);
    await expect(picture).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await everything()).not.toContain(key);
  });

  test('includes my profile picture', async () => {
    server = await startWorld({ engine, env: { AUTH_AUTOCONFIRM: 'true' } });
    const me = await signUp(server.url);
    const form = new FormData();
    form.set('profileImage', await phonePhoto(), 'me.jpg');
    const { profileImageUrl } = await me.call<User>('POST', '/api/auth/user/profile-image', form);
    const archive = await (await me.request('GET', '/api/auth/export')).arrayBuffer();
    const name = profileImageUrl?.split('/').at(-1);
    const picture = unzipSync(new Uint8Array(archive))[`pictures/${name}`] ?? new Uint8Array();
    expect(strFromU8(picture, true)).toContain('PNG');
    expect((await leave(me)).status).toBe(204);
    await expect.poll(async () => (await server.call('GET', profileImageUrl ?? '')).status).toBe(404);
  });

  test('ten wrong passwords block a deletion, not a sign-in', { tags: ['account-lockout'] }, async () => {
    server = await startWorld({ engine, env: { AUTH_AUTOCONFIRM: 'true', RATE_LIMITS: 'on' } });
    const me = await signUp(server.url);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await leave(me, { password: `guess number ${tries}` })).status).toBe(403);
    }
    const refused = await leave(me);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    const { error } = await me.auth.signInWithPassword({ email: me.email, password: PASSWORD });
    expect(error).toBeNull();
  });

  test('cannot be exported by a stranger', {
    tags: ['fresh-proof'],
  }, async () => {
    const { seller, username } = await startConversation();
    expect((await server.call('GET', '/api/auth/export')).status).toBe(401);
    const signedOut = { headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await server.call('DELETE', '/api/auth/user', signedOut)).status).toBe(401);
    for (const proof of [
      {},
      { password: 'not this one' },
      { username },
      { password: PASSWORD, username: 'somebody' },
    ]) {
      expect((await leave(seller, proof)).status).toBe(403);
    }
    expect((await leave(seller, { password: PASSWORD, everything: true })).status).toBe(400);
    expect(await everything()).toContain(seller.email);
    expect(pictures().length).toBeGreaterThan(0);

    // Members of a hosted provider have no password here: they type their username and need a recent proof.
    await updateRows(server.db, 'authUsers', { passwordHash: null }, { id: seller.id });
    expect((await leave(seller, {})).status).toBe(403);
    await ageProofs(server.db, seller.id);
    const stale = await leave(seller, { username });
    expect([stale.status, await stale.json()]).toMatchObject([403, { code: 'reauthentication_needed' }]);
    expect(await everything()).toContain(seller.email);
    await seller.auth.reauthenticate();
    await expect.poll(async () => (await server.mailsTo(seller.email)).length).toBe(1);
    const nonce = codeInMail((await server.mailsTo(seller.email)).at(-1));
    const proven = await server.call('POST', '/auth/v1/reauthenticate', {
      token: seller.token,
      json: { nonce },
    });
    expect(proven.status).toBe(200);
    const removed = await leave(seller, { username: username.toUpperCase() });
    expect([removed.status, await removed.text()]).toEqual([204, '']);
  });
});

test('the archive of a long conversation is complete', async () => {
  const server = await openWorld({ env: { AUTH_AUTOCONFIRM: 'true' } });
  const [seller, buyer] = [await signUp(server.url), await signUp(server.url)];
  const listing = await seller.list(await phonePhoto());
  const { id } = await buyer.openConversation(listing);
  const texts = Array.from({ length: 120 }, (_, i) => `message ${i}`);
  for (const content of texts) {
    await buyer.call('POST', '/api/messages', { conversationId: id, type: 'text', content });
  }
  const response = await buyer.request('GET', '/api/auth/export');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const messages = JSON.parse(strFromU8(files[`conversations/${id}.json`] ?? new Uint8Array())) as Message[];
  expect(messages.map(({ content }) => content)).toEqual(texts);
});
