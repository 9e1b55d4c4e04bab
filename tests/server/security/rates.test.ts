import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BudgetName } from '../../../server/src/platform/core/budgets.ts';
import { AppError } from '../../../server/src/platform/core/errors.ts';
import { createLimits, type Limits } from '../../../server/src/platform/core/limits.ts';

const PERSON = { memberId: 'a person', itemId: 'an item' };
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const isAccepted = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  );
const spend = (limits: Limits, budget: BudgetName, spender = PERSON) =>
  isAccepted(limits.spend(budget, spender, () => undefined));

/** The number of attempts that pass before one is refused. */
async function count(attempt: () => Promise<boolean>): Promise<number> {
  let passed = 0;
  while (await attempt()) passed += 1;
  return passed;
}
const countAccepted = (limits: Limits, budget: BudgetName) => count(() => spend(limits, budget));

test('a member may make 600 requests a minute', { tags: ['request-limit'] }, async () => {
  const limits = createLimits();
  expect(await count(() => isAccepted(limits.take('callsOfMember', 'a person')))).toBe(600);
  expect(await count(() => isAccepted(limits.take('callsOfVisitor', '192.0.2.1')))).toBe(300);
  expect(await isAccepted(limits.take('callsOfVisitor', '192.0.2.2'))).toBe(true);
});

test("a member's pictures may decode 15 minutes a day", { tags: ['decoding-quota'] }, async () => {
  const limits = createLimits();
  const second = () => isAccepted(limits.decoding('a person', SECOND));
  expect(await count(second)).toBe(15 * 60);
  expect(await isAccepted(limits.decoding('another', SECOND))).toBe(true);
  vi.advanceTimersByTime(DAY);
  expect(await second()).toBe(true);
});

test('a decoding shorter than estimated is given back', async () => {
  const limits = createLimits();
  await limits.decoding('a person', 10 * 60 * SECOND);
  await limits.decoding('a person', -9 * 60 * SECOND);
  expect(await isAccepted(limits.decoding('a person', 14 * 60 * SECOND))).toBe(true);
});

test.each([
  ['newListing', 20],
  ['newWanted', 20],
  ['itemChange', 30],
  ['upload', 200],
  ['message', 20],
  ['block', 60],
  ['report', 20],
  ['bump', 20],
  ['discount', 5],
  ['archive', 10],
  ['search', 120],
  ['sync', 120],
] as const)('%s is accepted %d times at once', { tags: ['upload-limit'] }, async (budget, times) => {
  expect(await countAccepted(createLimits(), budget)).toBe(times);
});

test.each([
  ['bump', 20],
  ['discount', 5],
  ['newListing', 50],
] as const)(
  '%s is accepted %d times a day',
  { tags: ['posting-limit', 'cooldowns'] },
  async (budget, times) => {
    const limits = createLimits();
    let all = 0;
    for (let hour = 0; hour < 23; hour += 1) {
      all += await countAccepted(limits, budget);
      await vi.advanceTimersByTimeAsync(HOUR + SECOND);
    }
    expect(all).toBe(times);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(await countAccepted(limits, budget)).toBeGreaterThan(0);
  },
);

test("a member's changes are limited to 300 an hour", {
  tags: ['change-limit'],
}, async () => {
  const limits = createLimits();
  let all = 0;
  for (let item = 0; item < 12; item += 1) {
    all += await count(() => spend(limits, 'itemChange', { ...PERSON, itemId: `item ${item}` }));
  }
  expect(all).toBe(300);
  expect(await spend(limits, 'itemChange', { ...PERSON, memberId: 'another' })).toBe(true);
});

test('messages are accepted 60 times a minute', { tags: ['message-limit'] }, async () => {
  const limits = createLimits();
  let all = 0;
  for (let at = 0; at < 55; at += 3) {
    all += await countAccepted(limits, 'message');
    await vi.advanceTimersByTimeAsync(3 * SECOND);
  }
  expect(all).toBe(60);
});

test('a member may write two megabytes daily', { tags: ['text-quota'] }, async () => {
  const limits = createLimits();
  const write = (text: string) => isAccepted(limits.write('message', 'a person', { id: '', parts: [text] }));
  expect(await count(() => write('é'.repeat(16_384)))).toBe(64);
  expect(await isAccepted(limits.write('message', 'another', { content: 'Hello' }))).toBe(true);
  await vi.advanceTimersByTimeAsync(DAY);
  expect(await write('Hello')).toBe(true);
});

test('what is not stored does not count as text', async () => {
  const limits = createLimits();
  for (const budget of ['sync', 'preview', 'renewal'] as const)
    await limits.write(budget, 'a person', { text: 'x'.repeat(3 * 1024 * 1024) });
  expect(await isAccepted(limits.write('message', 'a person', { content: 'Hello' }))).toBe(true);
});

test('a member may start thirty conversations an hour', async () => {
  const limits = createLimits();
  for (let n = 0; n < 30; n += 1) await limits.take('newConversation', 'a person');
  await expect(limits.take('newConversation', 'a person')).rejects.toMatchObject({ code: 'rate_limited' });
  await limits.take('newConversation', 'another');
});

test("a stranger's discounts do not use the owner's budget", {
  tags: ['isolated-limits'],
}, async () => {
  const limits = createLimits();
  expect(await count(() => spend(limits, 'discount', { ...PERSON, memberId: 'a stranger' }))).toBe(5);
  expect(await spend(limits, 'discount', { ...PERSON, memberId: 'its owner' })).toBe(true);
});

test('a refused request does not count', {
  tags: ['isolated-limits'],
}, async () => {
  const limits = createLimits();
  const refuse = (budget: BudgetName, code: ConstructorParameters<typeof AppError>[0]) =>
    expect(limits.spend(budget, PERSON, () => Promise.reject(new AppError(code, 'refused')))).rejects.toThrow(
      'refused',
    );
  for (const code of ['invalid_input', 'too_large', 'unsupported_type', 'internal', 'storage_down'] as const)
    await refuse('upload', code);
  expect(await countAccepted(limits, 'upload')).toBe(197);
  for (let n = 0; n < 40; n += 1) await refuse('newListing', 'invalid_input');
  expect(await countAccepted(limits, 'newListing')).toBe(20);
});

test('the searches of one member run consecutively', {
  tags: ['search-limit'],
}, async () => {
  const limits = createLimits();
  let [running, most] = [0, 0];
  const search = async () => {
    running += 1;
    most = Math.max(most, running);
    await vi.advanceTimersByTimeAsync(1);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => limits.spend('search', PERSON, search)));
  expect(most).toBe(1);
  await Promise.all(['one', 'two'].map((memberId) => limits.spend('search', { memberId }, search)));
  expect(most).toBe(2);
});

test('searches may use 20 seconds of CPU a minute', {
  tags: ['search-limit'],
}, async () => {
  const limits = createLimits();
  let seconds = 0;
  vi.spyOn(process, 'threadCpuUsage').mockImplementation((before) => ({
    user: seconds * 1e6 - (before?.user ?? 0),
    system: 0,
  }));
  const slow = () => {
    seconds += 5;
  };
  const search = () => limits.spend('search', PERSON, slow);
  for (let n = 0; n < 5; n += 1) await search();
  await expect(search()).rejects.toMatchObject({ code: 'rate_limited' });
  await limits.spend('search', { memberId: 'another' }, slow);
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  await search();
});

test('opening another socket does not raise the event limit', { tags: ['event-flood'] }, async () => {
  const limits = createLimits();
  let all = 0;
  for (let socket = 0; socket < 20; socket += 1) {
    for (let n = 0; n < 20; n += 1) {
      all += (await isAccepted(limits.event(`socket ${socket}`, 'a person'))) ? 1 : 0;
    }
  }
  expect(all).toBe(300);
  await limits.event('a socket', 'another person');
});
