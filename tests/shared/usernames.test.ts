import { nextUsernameChange, usernameProblem } from '@selvedge/shared/usernames';
import { expect, test } from 'vitest';

const RULES = 'Usernames are 3 to 20 letters and numbers, and can be changed once every 7 days.';
const LENGTH = `Username must be 3 to 20 characters long. ${RULES}`;

test.each([
  ['ab', LENGTH],
  ['abc', null],
  ['7up', null],
  ['a'.repeat(20), null],
  ['a'.repeat(21), LENGTH],
  ['', `Username cannot be empty. ${RULES}`],
  ['ana.b', `Username can only contain letters and numbers. ${RULES}`],
  ['marlow', `No changes: this is your username already. ${RULES}`],
])('§5 Username: of "%s" is said %j', (name, problem) => {
  expect(usernameProblem(name, 'marlow')).toBe(problem);
});

test('§9 Username: it changes every 7 days, not a millisecond earlier', () => {
  const changed = new Date('2026-06-01T12:00:00.000Z');
  const week = 7 * 86_400_000;
  const next = new Date(changed.getTime() + week);
  expect(nextUsernameChange(changed, new Date(next.getTime() - 1))).toEqual(next);
  expect(nextUsernameChange(changed, next)).toBeNull();
  expect(nextUsernameChange(null, changed)).toBeNull();
});
