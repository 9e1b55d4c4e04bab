import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { CreatedWebhook } from '@selvedge/shared/notifications/webhooks';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { next, openTab } from '../support/clients/socket.ts';
import { listingOf } from '../support/data/listing-form.ts';
import { startProxy } from '../support/peers/proxy.ts';
import { PASSWORD } from '../support/people/accounts.ts';
import { addApiKey } from '../support/people/api-keys.ts';
import { startConversation, uniqueName } from '../support/people/conversation.ts';
import { addListing, addUpload } from '../support/people/market.ts';
import { worldForAll } from '../support/world.ts';

const ROOT = new URL('../..', import.meta.url);
const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
const scriptOf = (name: string) =>
  new RegExp(`<!-- script: ${name} -->\\n\`\`\`js\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

const world = worldForAll({ env: { AUTH_AUTOCONFIRM: 'true', WEBHOOK_ALLOW: '127.0.0.0/8' } });

/** A seller with a listing and a tab. */
async function openSeller() {
  const seller = await world.join(uniqueName('seller'));
  const { client: socket } = await openTab(world, seller);
  return { seller, socket, path: `/listing/${await addListing(world.db, seller.id)}` };
}

/** Runs the script from standard input, so that its imports resolve as in the project's folder. */
function start(script: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  child.stdin.end(script);
  return { exit: once(child, 'close'), output: () => output, stop: () => child.kill() };
}

test("the README's script receives the reply", async () => {
  const script = scriptOf('chat.mjs');
  expect(script.trim().split('\n').length).toBeLessThan(43);
  const { seller, socket, path } = await openSeller();
  socket.on('message:new', ({ message }) => {
    if (message.senderId === seller.id) return;
    const reply = { clientId: crypto.randomUUID(), conversationId: message.conversationId };
    socket.emit('message:send', { ...reply, type: 'text', content: 'Yes, it is.' }, () => undefined);
  });

  const words = ['Is it still available?', 'reader@example.com', PASSWORD];
  const child = start(script, [world.url + path, ...words]);
  const [code] = await child.exit;
  expect(child.output()).toMatch(/^1 user\w{8}: Is it still available\?\n2 seller\w{8}: Yes, it is\.\n$/);
  expect(code).toBe(0);
}, 30_000);

test("the README's script survives a cut connection", async () => {
  const proxy = await startProxy(Number(new URL(world.url).port));
  const { seller, socket, path } = await openSeller();
  const received = next<EventPayload<'message:new'>>(socket, 'message:new');
  const words = ['Is it still available?', 'cut@example.com', PASSWORD];
  const child = start(scriptOf('chat.mjs'), [proxy.url + path, ...words]);
  const { conversationId } = (await received).message;
  proxy.set('refuse');
  proxy.cut();
  const reply = { clientId: crypto.randomUUID(), conversationId, type: 'text', content: 'Yes.' } as const;
  await socket.emitWithAck('message:send', reply);
  proxy.set('pass');
  const [code] = await child.exit;
  await proxy.close();
  expect([code, child.output().match(/^\d \w+: .*$/gm)]).toEqual([
    0,
    [expect.stringMatching(/^1 .*: Is it still available\?$/), expect.stringMatching(/^2 .*: Yes\.$/)],
  ]);
  const stored = await world.call('GET', `/api/conversations/${conversationId}/messages`, { as: seller });
  expect(await stored.json()).toHaveLength(2);
}, 60_000);

test("the README's script takes an API key", async () => {
  const { seller, path } = await openSeller();
  const reader = await world.join(uniqueName('reader'));
  const { key } = await addApiKey(world.db, reader, { scopes: ['chat'] });
  const { client: socket } = await openTab(world, seller);
  const received = next<EventPayload<'message:new'>>(socket, 'message:new');
  const child = start(scriptOf('chat.mjs'), [world.url + path, 'Is it still available?'], {
    SELVEDGE_TOKEN: key,
  });
  expect((await received).message.sender?.username).toBe(reader.username);
  child.stop();
  await child.exit;
}, 30_000);

test("the README's bot answers a first message", async () => {
  const script = scriptOf('bot.mjs');
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(25);
  const { seller, buyer, send, id } = await startConversation(world);
  const { key } = await addApiKey(world.db, seller, { scopes: ['chat'] });
  const child = start(script, [world.url, 'Yes, it is.'], { SELVEDGE_TOKEN: key });
  await vi.waitFor(() => expect(child.output()).toBe('Listening\n'), 20_000);
  for (const text of ['Is it still available?', 'And the sleeves?']) await send(buyer, text);
  await vi.waitFor(() => expect(child.output()).toMatch(/^Answered odile\w{8}$/m), 20_000);
  const stored = await world.call('GET', `/api/conversations/${id}/messages`, { as: buyer });
  const contents = ((await stored.json()) as { content: string }[]).map(({ content }) => content);
  expect(contents.toSorted()).toEqual(['And the sleeves?', 'Is it still available?', 'Yes, it is.']);
  child.stop();
  await child.exit;
}, 60_000);

test("the README's typed client prints new messages", async () => {
  const { seller, buyer, send } = await startConversation(world);
  await send(buyer, 'Is it still available?');
  const child = start(scriptOf('live.mjs'), [world.url, await world.tokenOf(seller)]);
  await vi.waitFor(() => expect(child.output()).toBe('1 conversations\n'), 20_000);
  await send(buyer, 'And the sleeves?');
  await vi.waitFor(() => expect(child.output()).toMatch(/^odile\w{8} And the sleeves\?$/m), 20_000);
  child.stop();
  await child.exit;
}, 60_000);

test("the README's receiver prints what it is told", async () => {
  const script = scriptOf('receiver.mjs');
  expect(script.trim().split('\n').length).toBeLessThan(17);
  const port = await freePort();
  const seller = await world.join(uniqueName('seller'));
  const json = { url: `http://127.0.0.1:${port}`, events: ['listing.created'] };
  const added = await world.call('POST', '/api/webhooks', { as: seller, json });
  const { id, secret } = (await added.json()) as CreatedWebhook;
  const child = start(script.replace('4000', String(port)), [secret]);
  const listing = listingOf([await addUpload(world.db, seller.id)], { title: 'Ring coat' });
  await (await world.call('POST', '/api/listings', { as: seller, json: listing })).text();
  await world.call('POST', `/api/webhooks/${id}/ping`, { as: seller });
  await vi.waitFor(() => expect(child.output()).toContain('listing.created Ring coat\n'), 20_000);
  await vi.waitFor(() => expect(child.output()).toContain(`ping ${id}\n`), 20_000);
  child.stop();
  await child.exit;
}, 60_000);
