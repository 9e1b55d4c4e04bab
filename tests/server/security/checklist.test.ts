import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checklistErrors, checklistPages } from '../../../scripts/make-checklist.ts';
import { ASVS, asvsErrors, PROMISES, promiseErrors } from '../../../scripts/promises.ts';
import { readTaggedTests, taggedTests } from '../../../scripts/test-tags.ts';

const tests = readTaggedTests();
const promises = PROMISES.flatMap((one) => one.promises);
const requirements = ASVS.flatMap((one) => one.requirements);
const ids = promises.map(({ id }) => id);

test('every promise names an existing test or a reason', {
  tags: ['checklist'],
}, () => {
  expect(promises.length).toBeGreaterThan(80);
  expect(checklistErrors(tests)).toEqual([]);
});

test.each(Object.entries(checklistPages(tests)))(
  '%s is what `npm run checklist` writes',
  {
    tags: ['checklist'],
  },
  (path, text) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(text);
  },
);

test('a promise without proof is detected', () => {
  const all = [
    { id: 'proven', promise: 'It holds.' },
    { id: 'unproven', promise: 'It holds.' },
    { id: 'explained', promise: 'It holds.', reason: 'Nobody can test what others do with it.' },
    { id: 'excused', promise: 'It holds.', reason: 'because' },
  ];
  const tagged = [{ path: 'a.test.ts', tags: ['proven', 'whole-browser'] }];
  expect(promiseErrors(all, tagged)).toEqual([
    'unproven has neither a test with this tag nor a reason',
    'excused has too short a reason',
  ]);
  const [first = { id: '', promise: '' }] = all;
  expect(promiseErrors([first, first], tagged)).toEqual(['proven is listed twice']);
  expect(promiseErrors([{ ...first, reason: 'None is needed, since none is.' }], tagged)).toHaveLength(1);
  expect(promiseErrors([first], [...tagged, { path: 'b.test.ts', tags: ['gone'] }])).toEqual([
    'b.test.ts: the tag gone names no promise',
  ]);
});

test('a missing, duplicated or unproven requirement is detected', () => {
  const [first, ...rest] = requirements;
  if (!first) throw new Error('the table is empty');
  const errors = (...changed: typeof requirements) => asvsErrors([...changed, ...rest], ids);
  const { number, requirement } = first;
  expect(errors(first)).toEqual([]);
  expect(errors()).toEqual([`${number} is missing`]);
  expect(errors(first, first)).toEqual([`${number} is listed twice`]);
  expect(errors(first, { ...first, number: '1.1.99' })).toEqual(['1.1.99 is no requirement']);
  for (const wrong of [
    {},
    { promise: 'gone' },
    { promise: 'checklist', state: 'open' },
    { state: 'met', reason: 'No.' },
    { state: 'perhaps', reason: 'Nobody knows yet.' },
  ]) {
    expect(errors({ number, requirement, ...wrong })).toHaveLength(1);
  }
});

test('tags are read from every form of test', () => {
  // The last two never run, so they prove nothing.
  const source = `
    test('a', { tags: ['one', 'two'], timeout: 5 }, () => {});
    test.each([1])('b %d', { tags: ['three'] }, () => {});
    test(\`at \${width} px\`, { tag: '@four' }, () => {});
    test.skip('c', { tags: ['skipped'] }, () => {});
    // test('d', { tags: ['comment'] }, () => {});
  `;
  expect(taggedTests('x.test.ts', source).flatMap(({ tags }) => tags)).toEqual([
    'one',
    'two',
    'three',
    'four',
  ]);
});
