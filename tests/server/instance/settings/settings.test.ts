import type { Instance } from '@selvedge/shared/instance/instance';
import { DEFAULTS } from '@selvedge/shared/instance/instance-settings';
import type { LogEntry } from '@selvedge/shared/safety/reports';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { changeSettings, parseChange } from '../../../../server/src/instance/settings/change-settings.ts';
import { unlimited } from '../../../../server/src/platform/core/limits.ts';
import { createApp } from '../../../../server/src/platform/http/app.ts';
import { createApi } from '../../../../server/src/platform/http/endpoint.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { readSettings } from '../../../../server/src/platform/settings/settings.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { bothEngines, describeOnBothEngines } from '../../../support/servers/database.ts';
import { ALL_FEATURES, settingsWith } from '../../../support/servers/features.ts';
import { nodesUnavailable, startTwoNodes } from '../../../support/servers/nodes.ts';
import { openWorld, startWorld, type World } from '../../../support/world.ts';

const APPLIED = { timeout: 60_000 };

/** The features as a page of the server names them. */
async function featuresAt(url: string) {
  const html = await (await fetch(url)).text();
  const json = /<script type="application\/json" id="instance"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
  return (JSON.parse(json ?? '{}') as Instance).features;
}

describe.each(bothEngines())('the settings of an instance (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  test('are changed by the operator on a running server', async () => {
    server = await startWorld({ engine });
    const run = (words: string) => runOperator(words.split(' '), server.env);
    const { features } = settingsWith(...ALL_FEATURES);
    expect(await featuresAt(server.url)).toEqual(features);

    expect(await run('instance set features.offers off')).toMatchObject({
      code: 0,
      output: 'features.offers is off now. A running server applies it within seconds.',
    });
    await run('instance set features.proofPhoto required');
    await expect
      .poll(() => featuresAt(server.url), APPLIED)
      .toEqual({ ...features, offers: false, proofPhoto: 'required' });
    const states = ALL_FEATURES.map((name) => {
      const state = { offers: 'off', proofPhoto: 'required' }[name as string] ?? 'on';
      return `features.${name} ${state}`;
    });
    expect((await run('instance get')).output.split('\n').slice(-states.length)).toEqual(states);
    expect((await run('instance get features.offers')).output).toBe('off');
    for (const key of ['offers', 'proofPhoto'])
      await runOperator(['instance', 'set', `features.${key}`, ''], server.env);
    await expect.poll(() => featuresAt(server.url), APPLIED).toEqual(features);
  });

  test('of an unknown key or impossible value are refused', async () => {
    server = await startWorld({ engine });
    const run = (words: string) => runOperator(words.split(' '), server.env);
    for (const words of ['get features.gifts', 'set features.gifts on', 'set offers on', 'get x']) {
      const key = words.split(' ')[1];
      expect(await run(`instance ${words}`)).toMatchObject({
        code: 1,
        errors: `There is no setting ${key}.`,
      });
    }
    for (const [words, errors] of [
      ['features.offers maybe', 'must be on or off'],
      ['features.proofPhoto on', 'must be off, optional or required'],
      ['accent red', 'must be a colour like #1f2d47'],
      ['accent #f2c94c', '#f2c94c is too light for white text: the nearest that works is #7e6300'],
      ['currency XXXX', 'must be the code of a currency, like USD or EUR'],
      ['currency JPY', 'must be a currency with two decimals'],
      ['timeZone Mars/Base', 'is not a known time zone, like America/Los_Angeles'],
      ['contact someone', 'must be an e-mail address or an https address'],
      ['signUp ajar', 'must be open, invite or closed'],
      [`name ${'x'.repeat(41)}`, 'A name can have up to 40 characters'],
    ]) {
      expect(await run(`instance set ${words}`)).toMatchObject({ code: 1, errors });
    }
    expect((await run('instance get name')).output).toBe('Selvedge');
    // Stored in its normal form.
    await run('instance set contact HTTPS://Shop.example/Help');
    expect((await run('instance get contact')).output).toBe('https://shop.example/Help');
    expect(await run('instance set features.offers')).toMatchObject({ code: 2 });
  });
});

describeOnBothEngines('settings changed at once', ({ openDb }) => {
  test('are all stored', async () => {
    const db = await openDb();
    await Promise.all(
      ALL_FEATURES.map((name) => changeSettings(db, parseChange(`features.${name}`, 'off'), null)),
    );
    expect(await readSettings(db)).toEqual(settingsWith());
  });
});

test.skipIf(nodesUnavailable !== null)('every node follows a changed setting', async () => {
  const { one, other, close } = await startTwoNodes();
  try {
    await changeSettings(one.db, { features: { holds: false } }, null);
    for (const { url } of [one, other])
      await expect
        .poll(() => featuresAt(url), APPLIED)
        .toEqual(settingsWith(...ALL_FEATURES.filter((name) => name !== 'holds')).features);
  } finally {
    await close();
  }
});

test('a call of a disabled feature is not found', async () => {
  const app = createApp(createLog('silent'));
  let isOn = false;
  let visits = 0;
  const api = createApi({
    app,
    authenticate: async () => {
      throw new Error('nobody is authenticated');
    },
    limits: {
      ...unlimited,
      take: async () => (visits += 1),
    },
    isOn: (feature) => feature === 'deals' && isOn,
    currency: () => 'USD',
    addressOf: () => 'nowhere',
  });
  const body = z.object({ needed: z.string() });
  api.endpoint(
    {
      ...{ method: 'post', path: '/api/deals', access: 'member', scope: null },
      ...{ budget: 'calls', summary: 'Deals' },
      feature: 'deals',
      body,
      replies: { 204: null },
    },
    ({ c }) => c.body(null, 204),
  );
  const post = async () => {
    const response = await app.request('/api/deals', { method: 'POST' });
    return [response.status, await response.json()];
  };
  expect(await post()).toEqual([
    404,
    { code: 'not_found', message: 'This has been switched off here.', feature: 'deals' },
  ]);
  expect(visits).toBe(1);
  isOn = true;
  expect((await post())[0]).toBe(401);
});

describeOnBothEngines('the settings of an instance, changed by an admin', ({ engine }) => {
  test('apply at once', async () => {
    const shop = await openWorld({ engine });
    const { db } = shop;
    const as = await shop.join('admin', { isAdmin: true });
    const change = async (json: object) =>
      (await shop.call('PATCH', '/api/admin/instance', { as, json })).json();
    const log = async () =>
      ((await (await shop.call('GET', '/api/admin/log', { as })).json()) as LogEntry[]).map(
        ({ admin, action, subject, subjectId, person, note }) =>
          [admin?.username ?? null, action, subject, subjectId, person, note] as const,
      );

    const changed = { ...DEFAULTS, name: 'Tide', currency: 'EUR' };
    expect(await change({ name: ' Tide ', currency: 'EUR', features: { holds: false } })).toEqual({
      ...changed,
      features: { ...DEFAULTS.features, holds: false },
    });
    // What stays the same is not logged.
    expect(await change({ name: 'Tide', features: { holds: null } })).toEqual(changed);
    expect(await readSettings(db)).toEqual(changed);
    await changeSettings(db, parseChange('name', ''), null);
    expect(await readSettings(db)).toEqual({ ...changed, name: 'Selvedge' });
    expect(await log()).toEqual([
      [null, 'set', 'instance', null, null, 'name: Tide → Selvedge'],
      ['admin', 'set', 'instance', null, null, 'features.holds: off → on'],
      ['admin', 'set', 'instance', null, null, 'features.holds: on → off'],
      ['admin', 'set', 'instance', null, null, 'currency: USD → EUR'],
      ['admin', 'set', 'instance', null, null, 'name: Selvedge → Tide'],
    ]);
  });

  test('are stored all or none', async () => {
    const shop = await openWorld({ engine });
    const { db } = shop;
    const as = await shop.join('admin', { isAdmin: true });
    const response = await shop.call('PATCH', '/api/admin/instance', {
      as,
      json: { name: 'Tide', accent: 'red', gifts: true },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      issues: [
        { path: 'accent', message: 'must be a colour like #1f2d47' },
        { path: '', message: 'Unknown field "gifts"' },
      ],
    });
    expect(await readSettings(db)).toEqual(DEFAULTS);
  });
});
