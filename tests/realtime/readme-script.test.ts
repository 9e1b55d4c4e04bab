import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { EventPayload } from '@selvedge/shared/realtime';
import { expect, test, vi } from 'vitest';
import { phonePhoto } from '../support/data/pictures.ts';
import { startProxy } from '../support/peers/proxy.ts';
import { PASSWORD, signUp } from '../support/people/account.ts';
import { prepareDrill, signUpPair } from '../support/servers/drill.ts';
import { next } from '../support/servers/live-server.ts';

const ROOT = new URL('../..', import.meta.url);
const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
const scriptOf = (name: string) =>
  new RegExp(`<!-- script: ${name} -->\\n\`\`\`js\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

const product = await prepareDrill();

/** Runs the script from standard input, so that its imports resolve as in the project's folder. */
function start(script: string, args: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-', ...args], {
    cwd: ROOT,
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

test("the README's script is under 40 lines, signs in, writes about a listing and receives the reply", async () => {
  const script = scriptOf('chat.mjs');
  expect(script.trim().split('\n').length).toBeLessThan(40);
  const seller = await signUp(product.url, 'seller');
  const listing = await seller.list(await phonePhoto());
  const socket = seller.connect();
  await next(socket, 'connect');
  socket.on('message:new', ({ message }) => {
    if (message.senderId === seller.id) return;
    const reply = { clientId: crypto.randomUUID(), conversationId: message.conversationId };
    socket.emit('message:send', { ...reply, type: 'text', content: 'Yes, it is.' }, () => undefined);
  });

  const page = `${product.url}/listing/${listing.id}`;
  const child = start(script, [page, 'reader@example.com', PASSWORD, 'Is it still available?']);
  const [code] = await child.exit;
  socket.disconnect();
  expect(child.output()).toMatch(/^1 user\w{8}: Is it still available\?\n2 user\w{8}: Yes, it is\.\n$/);
  expect(code).toBe(0);
}, 30_000);

test("the README's script sends its message once and receives the reply despite a cut connection", async () => {
  const proxy = await startProxy(Number(new URL(product.url).port));
  const seller = await signUp(product.url, 'seller');
  const listing = await seller.list(await phonePhoto());
  const socket = seller.connect();
  await next(socket, 'connect');
  const received = next<EventPayload<'message:new'>>(socket, 'message:new');
  const page = `${proxy.url}/listing/${listing.id}`;
  const child = start(scriptOf('chat.mjs'), [page, 'cut@example.com', PASSWORD, 'Is it still available?']);
  const { conversationId } = (await received).message;
  proxy.set('refuse');
  proxy.cut();
  const reply = { clientId: crypto.randomUUID(), conversationId, type: 'text', content: 'Yes.' } as const;
  await socket.emitWithAck('message:send', reply);
  proxy.set('pass');
  const [code] = await child.exit;
  socket.disconnect();
  await proxy.close();
  expect([code, child.output().match(/^\d user\w{8}: .*$/gm)]).toEqual([
    0,
    [expect.stringMatching(/^1 .*: Is it still available\?$/), expect.stringMatching(/^2 .*: Yes\.$/)],
  ]);
  const stored = await seller.call<unknown[]>('GET', `/api/conversations/${conversationId}/messages`);
  expect(stored).toHaveLength(2);
}, 60_000);

test("the README's typed client prints the number of conversations and new messages", async () => {
  const { seller, buyer, id } = await signUpPair(product.url);
  const message = { conversationId: id, type: 'text', content: 'Is it still available?' };
  await buyer.call('POST', '/api/messages', message);
  const child = start(scriptOf('live.mjs'), [product.url, seller.token]);
  await vi.waitFor(() => expect(child.output()).toBe('1 conversations\n'), 20_000);
  await buyer.call('POST', '/api/messages', { ...message, content: 'And the sleeves?' });
  await vi.waitFor(() => expect(child.output()).toMatch(/^user\w{8} And the sleeves\?$/m), 20_000);
  child.stop();
  await child.exit;
}, 60_000);
