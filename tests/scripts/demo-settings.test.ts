import { expect, test } from 'vitest';
import { demoSettings } from '../../scripts/demo-settings.mjs';

test("the demo never uses the environment's database", () => {
  const named = { DATA_DIR: '/srv/demo', DATABASE_URL: 'postgres://real', REDIS_URL: 'redis://real' };
  expect(demoSettings(named)).toEqual({ DATA_DIR: '/srv/demo', DATABASE_URL: '', REDIS_URL: '' });
  for (const DATA_DIR of [undefined, '']) expect(demoSettings({ DATA_DIR }).DATA_DIR).toBe('data/demo');
});
