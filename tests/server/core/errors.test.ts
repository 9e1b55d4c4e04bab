import { expect, test } from 'vitest';
import * as z from 'zod';
import { invalidInput } from '../../../server/src/core/errors.ts';

test('a refusal repeats little of a request with thousands of unknown keys', () => {
  const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key-${n}`, n]));
  const { error } = z.strictObject({ name: z.string() }).safeParse(body);
  if (!error) throw new Error('the body was accepted');
  const { message, issues } = invalidInput(error);
  expect(JSON.stringify({ message, issues }).length).toBeLessThan(2_000);
});

test('a refusal of a long list names at most fifty of its faults', () => {
  const { error } = z.array(z.string()).safeParse(Array.from({ length: 20_000 }, () => 1));
  if (!error) throw new Error('the list was accepted');
  expect(invalidInput(error).issues).toHaveLength(50);
});
