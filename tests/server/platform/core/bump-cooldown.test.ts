import { expect, test } from 'vitest';
import { readConfig } from '../../../../server/src/config.ts';
import { requireCooledDown } from '../../../../server/src/platform/core/bump-cooldown.ts';

const HOUR = 3_600_000;
const bumped = new Date('2026-06-15T12:00:00.000Z');
const after = (ms: number) => new Date(bumped.getTime() + ms);

test('an item that was never bumped can be bumped', () => {
  requireCooledDown(null, 24, bumped);
});

test('without a cooldown every item can be bumped', () => {
  requireCooledDown(bumped, 0, bumped);
});

test("a bump is refused until the cooldown's last moment", {
  tags: ['cooldowns'],
}, () => {
  expect(() => requireCooledDown(bumped, 24, after(19 * HOUR))).toThrow(
    expect.objectContaining({
      code: 'rate_limited',
      message: 'You can bump this again in 5h',
      retryAfter: 5 * 3600,
    }),
  );
  expect(() => requireCooledDown(bumped, 24, after(24 * HOUR - 1))).toThrow('You can bump this again in 1s');
  requireCooledDown(bumped, 24, after(24 * HOUR));
});

test('the cooldown defaults to a day', () => {
  expect(readConfig({}).bumpCooldownHours).toBe(24);
  expect(readConfig({ BUMP_COOLDOWN_HOURS: '0.5' }).bumpCooldownHours).toBe(0.5);
  expect(() => readConfig({ BUMP_COOLDOWN_HOURS: '-1' })).toThrow('BUMP_COOLDOWN_HOURS');
});
