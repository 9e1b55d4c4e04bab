import { expect, test } from 'vitest';
import { targetProblems } from '../../web/target.ts';

test.each([
  ['a look-behind in what every page loads', 'const a=/(?<=b)c/', true],
  ['a negative look-behind in what every page loads', 'RegExp("(?<!b)c")', true],
  ['a modifier', '/(?i:a)b/', false],
  ['a method of sets', 'a.isSubsetOf(b)', false],
  ['an iterator helper', 'Iterator.from(a)', false],
  ['Promise.try', 'Promise.try(a)', false],
])('the build refuses %s', (_, code, isInitial) => {
  expect(targetProblems(code, isInitial)).toHaveLength(1);
});

test.each([
  ['named groups', '/(?<year>\\d+)/', true],
  ['groups without a name', '/(?:a)(?=b)(?!c)/', true],
  ['a look-behind in a lazy chunk', '/(?<=b)c/', false],
])('the build allows %s', (_, code, isInitial) => {
  expect(targetProblems(code, isInitial)).toEqual([]);
});
