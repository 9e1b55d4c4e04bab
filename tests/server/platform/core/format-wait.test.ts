import { expect, test } from 'vitest';
import { formatWait } from '../../../../server/src/platform/core/format-wait.ts';

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3_599, '60 minutes'],
  [3_600, '1 hour'],
  [3_601, '2 hours'],
  [86_400, '1 day'],
])('a wait of %d seconds reads %s', { tags: ['readable-refusals'] }, (seconds, words) =>
  expect(formatWait(seconds)).toBe(words),
);
