import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { Scope } from '@selvedge/shared/platform/scope';
import { beforeAll, expect, test } from 'vitest';
import { buildServer } from '../../scripts/build.ts';
import { startProxy } from '../support/peers/proxy.ts';
import { joinWorld, PASSWORD, type Person } from '../support/people/account.ts';
import { addApiKey } from '../support/people/api-keys.ts';
import { startConversation } from '../support/people/conversation.ts';
import { runOperator } from '../support/people/run-operator.ts';
import { worldForAll } from '../support/world.ts';

const ROOT = new URL('../..', import.meta.url);

const world = worldForAll({ features: ['offers', 'holds', 'apiKeys'] });
let seller: Person;
let buyer: Person;
let id: string;
beforeAll(async () => {
  [seller, buyer] = [await joinWorld(world, 'seller'), await joinWorld(world, 'buyer')];
  ({ id } = await startConversation(world, [seller, buyer]));
  // The command as a process runs what is built.
  await buildServer();
}, 120_000);

interface Line {
  state?: string;
  fact?: string;
  payload?: { message?: Message };
}

/** The command as the package starts it. */
function start(words: string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['bin/selvedge.mjs', 'chat', ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
  });
}

interface Ended {
  code: number;
  output: string;
  errors: string;
}

/** What the process has printed when it exits. */
async function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const ended = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    ended.output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    ended.errors += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, ...ended };
}
async function runWithInput(words: string[], env: Record<string, string>, input: string): Promise<Ended> {
  const child = start(words, env);
  child.stdin.end(input);
  return endOf(child);
}
/** Runs the command, in this process unless it has input. */
async function run(words: string[], env: Record<string, string>, input?: string) {
  const args = ['--url', world.url, ...words];
  const { code, output, errors } =
    input === undefined ? await runOperator(['chat', ...args], env) : await runWithInput(args, env, input);
  const lines = output.split('\n').filter(Boolean);
  return {
    code,
    lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    err: errors.trim(),
  };
}
const asBuyer = () => ({ SELVEDGE_TOKEN: buyer.token });
const sendText = (content: string) =>
  seller.call<Message>('POST', '/api/messages', { conversationId: id, type: 'text', content });

test('the chat command prints one JSON line per result', async () => {
  const sent = await run(['send', id, 'Is it', 'still available?'], asBuyer());
  expect(sent).toMatchObject({ code: 0, err: '', lines: [{ seq: 1, content: 'Is it still available?' }] });
  const piped = await run(['send', id], asBuyer(), 'And the sleeves?\nIn centimetres.\n');
  expect(piped.lines).toMatchObject([{ content: 'And the sleeves?' }, { content: 'In centimetres.' }]);

  await sendText('63.');
  const listed = await run(['list'], asBuyer());
  expect(listed.lines).toMatchObject([{ id, lastSeq: 4, isRead: false }]);
  expect((await run(['read', id, '--after', '2'], asBuyer())).lines).toMatchObject([{ seq: 3 }, { seq: 4 }]);
  expect((await run(['mark-read', id], asBuyer())).lines).toEqual([{ unread: 0 }]);
  const [read] = await buyer.call<Conversation[]>('GET', '/api/conversations');
  expect(read?.isRead).toBe(true);
}, 60_000);

test('the chat command makes each offer once', async () => {
  const offer = (words: string, token: string) =>
    run(['offer', ...words.split(' ')], { SELVEDGE_TOKEN: token });
  const made = await offer(`make ${id} 300 --price 365`, buyer.token);
  expect(made).toMatchObject({ code: 0, err: '', lines: [{ offer: { amount: '300.00', state: 'open' } }] });
  const first = (made.lines[0] as unknown as Message).offer?.id;
  expect(await offer(`accept ${first} --price 300`, seller.token)).toMatchObject({
    code: 1,
    err: 'The price has changed to $365. Look again.',
  });
  expect((await offer(`decline ${first}`, seller.token)).lines).toMatchObject([
    { offer: { state: 'declined' } },
  ]);
  const again = await offer(`make ${id} 310 --price 365`, buyer.token);
  const second = (again.lines[0] as unknown as Message).offer?.id;
  expect((await offer(`withdraw ${second}`, buyer.token)).lines).toMatchObject([
    { offer: { id: second, state: 'withdrawn' } },
  ]);
  for (const words of ['make', `make ${id}`, 'accept', `accept ${first} now`, `haggle ${first}`])
    expect(await offer(words, buyer.token)).toMatchObject({ code: 2, lines: [] });
}, 60_000);

test('the password comes from environment or input', async () => {
  const words = ['--email', seller.email, 'send', id];
  expect(await run([...words, 'Hello'], { SELVEDGE_PASSWORD: PASSWORD })).toMatchObject({ code: 0 });
  const piped = await run(words, {}, `${PASSWORD}\nAnd again.\n`);
  expect(piped).toMatchObject({ code: 0, lines: [{ senderId: seller.id, content: 'And again.' }] });
}, 60_000);

test('a refused command prints only the reason', async () => {
  const stranger = await joinWorld(world, 'stranger');
  const refusals: [words: string[], env: Record<string, string>, code: number, says: RegExp][] = [
    [['list'], { SELVEDGE_TOKEN: 'nonsense' }, 1, /^The server does not accept the API key or token/],
    [['follow'], { SELVEDGE_TOKEN: 'nonsense' }, 1, /^The server does not accept the API key or token/],
    [['send', id, 'Hi'], { SELVEDGE_TOKEN: stranger.token }, 1, /not found/i],
    [['list', '--email', seller.email], { SELVEDGE_PASSWORD: 'wrong' }, 1, /^Invalid login credentials$/],
    [['list', '--url', 'http://localhost:1'], asBuyer(), 1, /^Cannot reach the server/],
    [['list'], {}, 2, /^Not signed in/],
    [['read', id, '--after', 'now'], asBuyer(), 2, /^--after takes/],
    [['dance'], asBuyer(), 2, /^Usage:/],
  ];
  for (const [words, env, code, says] of refusals) {
    const ended = await run(words, env);
    expect([words, ended.code, ended.lines]).toEqual([words, code, []]);
    expect(ended.err).toMatch(says);
  }
}, 90_000);

function readLines(child: ChildProcessWithoutNullStreams) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  async function next(): Promise<Line> {
    const { value, done } = await lines.next();
    if (done) throw new Error('the command has exited');
    return JSON.parse(value) as Line;
  }
  /** The next line of a kind. */
  async function nextOf(kind: Line): Promise<Line> {
    for (;;) {
      const line = await next();
      if (line.state === kind.state && line.fact === kind.fact) return line;
    }
  }
  return {
    next,
    nextOf,
    nextText: async () => (await nextOf({ fact: 'message:new' })).payload?.message?.content,
  };
}

test('follow prints missed events once, in order', async () => {
  const proxy = await startProxy(Number(new URL(world.url).port));
  const child = start(['--url', proxy.url, 'follow'], asBuyer());
  const { next, nextOf, nextText } = readLines(child);
  const edit = (message: Message, content: string) =>
    seller.call<Message>('PATCH', `/api/messages/${message.id}`, { content });
  const nextEdit = async () => (await nextOf({ fact: 'message:changed' })).payload?.message?.content;
  await nextOf({ state: 'connected' });
  const first = await sendText('Live.');
  expect(await nextText()).toBe('Live.');
  await edit(first, 'Edited live.');
  expect(await nextEdit()).toBe('Edited live.');
  // A message printed here counts as delivered, not as read.
  const sent = async () => (await seller.call<Conversation[]>('GET', '/api/conversations'))[0];
  const isDelivered = async () => {
    const { lastSeq, otherDeliveredSeq, otherReadSeq } = (await sent()) ?? {};
    return otherDeliveredSeq === lastSeq && otherReadSeq !== lastSeq;
  };
  await expect.poll(isDelivered, { timeout: 60_000 }).toBe(true);

  proxy.set('refuse');
  proxy.cut();
  await nextOf({ state: 'lost' });
  const missed = ['One.', 'Two.', 'Three.'];
  await edit(first, 'Edited meanwhile.');
  for (const text of missed) await sendText(text);
  proxy.set('pass');
  const texts: unknown[] = [];
  const edits: unknown[] = [];
  while (texts.length < missed.length || edits.length < 1) {
    const { fact, payload } = await next();
    if (fact === 'message:new') texts.push(payload?.message?.content);
    if (fact === 'message:changed') edits.push(payload?.message?.content);
  }
  expect([texts, edits]).toEqual([missed, ['Edited meanwhile.']]);
  await sendText('Live again.');
  expect(await nextText()).toBe('Live again.');

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  await proxy.close();
}, 60_000);

test('the commands in the README work', async () => {
  const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
  const output = [
    ...readme.matchAll(/^(?:echo '(.*)' \| )?npm run -s selvedge -- chat ((?!follow)[^#\n]*)/gm),
  ];
  expect(output.length).toBeGreaterThanOrEqual(4);
  for (const [line, input, words = ''] of output) {
    const given = words.trim().replace('$ID', id).replace('me@example.com', buyer.email);
    const ended = await run(given.split(' '), { SELVEDGE_PASSWORD: PASSWORD }, input);
    expect([line, ended.code, ended.err]).toEqual([line, 0, '']);
    expect(ended.lines.length).toBeGreaterThan(0);
  }
}, 60_000);

const addKey = (scope: Scope) => addApiKey(world.db, { id: buyer.id }, { scopes: [scope] });

test('the chat command sends with an API key', async () => {
  const { key } = await addKey('chat');
  const sent = await run(['send', id, 'From a bot'], { SELVEDGE_TOKEN: key });
  expect(sent).toMatchObject({ code: 0, err: '', lines: [{ senderId: buyer.id, content: 'From a bot' }] });
});

test('the chat command refuses a read-only key', async () => {
  const { key } = await addKey('read');
  for (const words of [['list'], ['follow'], ['send', id, 'Hi'], ['offer', 'make', id, '300']])
    expect(await run(words, { SELVEDGE_TOKEN: key })).toEqual({
      ...{ code: 1, lines: [], err: 'This needs an API key with the scope “chat”.' },
    });
});

/** Revokes a key and waits for the process that uses it, for a second at most. @returns what it prints as errors */
async function revoke(key: { id: string }, child: ChildProcessWithoutNullStreams) {
  const ended = endOf(child);
  await buyer.call('DELETE', `/api/keys/${key.id}`);
  const revokedAt = performance.now();
  const { code, errors } = await ended;
  expect(performance.now() - revokedAt).toBeLessThan(1_000);
  return { code, errors };
}
const REVOKED = { code: 1, errors: 'The session has ended: the API key was revoked.\n' };

test('follow receives messages until its key is revoked', async () => {
  const key = await addKey('chat');
  const child = start(['--url', world.url, 'follow'], { SELVEDGE_TOKEN: key.key });
  const { nextOf, nextText } = readLines(child);
  await nextOf({ state: 'connected' });
  await sendText('To a bot.');
  expect(await nextText()).toBe('To a bot.');
  expect(await revoke(key, child)).toEqual(REVOKED);
  const again = await run(['follow'], { SELVEDGE_TOKEN: key.key });
  expect(again.err).toMatch(/^The server does not accept the API key or token/);
}, 30_000);

test('a send that awaits input ends with its key', async () => {
  const key = await addKey('chat');
  const child = start(['--url', world.url, 'send', id], { SELVEDGE_TOKEN: key.key });
  const { next } = readLines(child);
  child.stdin.write('First line.\n');
  expect(await next()).toMatchObject({ content: 'First line.' });
  expect(await revoke(key, child)).toEqual(REVOKED);
}, 30_000);
