import { Hono } from 'hono';
import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { page, show } from '../../../../server/src/platform/http/plain-page.ts';
import { settingsWith } from '../../../support/servers/features.ts';

test("standalone pages compute an accent's colours once", async () => {
  let computed = 0;
  const instance = {
    ...settingsWith(),
    get accent() {
      computed += 1;
      return '#0b5563';
    },
  };
  const app = new Hono().get('/', (c) =>
    show(c, instance, page('Slow down, please', html`<p>Later</p>`), 429),
  );
  for (let i = 0; i < 3; i += 1) expect(await (await app.request('/')).text()).toContain('--action:#0b5563');
  expect(computed).toBe(1);
});
