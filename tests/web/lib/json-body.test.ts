import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonBody } from '../../../web/src/lib/json-body.ts';

const CLIENT = join(import.meta.dirname, '../../../web/src');

test('input is sent without the space around it', () => {
  const typed = { title: ' Ring coat\n', size: '\u00a042 ', price: 365, images: [' /media/a '], size2: null };
  expect(JSON.parse(jsonBody({ ...typed, report: { details: '  torn ' } }))).toEqual({
    ...{ title: 'Ring coat', size: '42', price: 365, images: ['/media/a'], size2: null },
    report: { details: 'torn' },
  });
});

test('a password is sent as it is typed', () => {
  const typed = { password: ' a b ', current_password: ' c ', newPassword: 'd ' };
  expect(JSON.parse(jsonBody(typed))).toEqual(typed);
});

test('every call of the client trims its body', () => {
  const others = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => /\bbody: JSON\.stringify|\bbody: `/.test(readFileSync(join(CLIENT, name), 'utf8')));
  expect(others).toEqual([]);
});
