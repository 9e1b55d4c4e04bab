import type { Instance } from '@selvedge/shared/instance';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { unlimited } from '../../../server/src/core/limits.ts';
import { createApp } from '../../../server/src/http/app.ts';
import { createApi } from '../../../server/src/http/endpoint.ts';
import { changeSetting, readSettings } from '../../../server/src/instance/settings.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { describeOnBothEngines, engines } from '../../support/servers/database.ts';
import { ALL_FEATURES, settingsWith } from '../../support/servers/features.ts';
import { type IdentityServer, startIdentity } from '../../support/servers/identity-server.ts';
import { nodesUnavailable, startTwoNodes } from '../../support/servers/nodes.ts';

const APPLIED = { timeout: 10_000 };

/** The features as a page of the server names them. */
async function featuresAt(url: string) {
  const html = await (await fetch(url)).text();
  const json = /<script type="application\/json" id="instance"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
  return (JSON.parse(json ?? '{}') as Instance).features;
}

describe.each(engines())('the settings of an instance (%s)', (engine) => {
  let server: IdentityServer;
  afterEach(() => server.close());

  test('are changed by the operator, and a running server follows', async () => {
    server = await startIdentity(engine);
    const env = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl };
    const run = (words: string) => runOperator(words.split(' '), env);
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
    expect((await run('instance get')).output.split('\n')).toEqual([
      'features.offers off',
      'features.holds on',
      'features.deals on',
      'features.vouches on',
      'features.proofPhoto required',
    ]);
    expect((await run('instance get features.offers')).output).toBe('off');
    await run('instance set features.offers on');
    await run('instance set features.proofPhoto optional');
    await expect.poll(() => featuresAt(server.url), APPLIED).toEqual(features);
  });

  test('of an unknown key or with an impossible value are refused', async () => {
    server = await startIdentity(engine);
    const env = { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl };
    const run = (words: string) => runOperator(words.split(' '), env);
    for (const words of ['get features.gifts', 'set features.gifts on', 'set offers on', 'get x']) {
      const key = words.split(' ')[1];
      expect(await run(`instance ${words}`)).toMatchObject({
        code: 1,
        errors: `There is no setting ${key}.`,
      });
    }
    expect((await run('instance set features.offers maybe')).errors).toBe('features.offers can be: on, off.');
    expect((await run('instance set features.proofPhoto on')).errors).toBe(
      'features.proofPhoto can be: off, optional, required.',
    );
    expect(await run('instance set features.offers')).toMatchObject({ code: 2 });
  });
});

describeOnBothEngines('settings changed at once', (openDb) => {
  test('are all stored', async () => {
    const db = await openDb();
    await Promise.all(ALL_FEATURES.map((name) => changeSetting(db, `features.${name}`, 'off')));
    expect(await readSettings(db)).toEqual(settingsWith());
  });
});

test.skipIf(nodesUnavailable !== null)('every node follows a changed setting', async () => {
  const { one, other, close } = await startTwoNodes();
  try {
    await changeSetting(one.db, 'features.holds', 'off');
    for (const { url } of [one, other])
      await expect
        .poll(() => featuresAt(url), APPLIED)
        .toEqual(settingsWith('offers', 'deals', 'vouches', 'proofPhoto').features);
  } finally {
    await close();
  }
});

test('a call of a feature that is switched off looks like an unknown address, and is counted', async () => {
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
      async visit() {
        visits += 1;
      },
    },
    isOn: (feature) => feature === 'deals' && isOn,
    addressOf: () => 'nowhere',
  });
  const body = z.object({ needed: z.string() });
  api.endpoint(
    {
      ...{ method: 'post', path: '/api/deals', access: 'member', budget: 'calls', summary: 'Deals' },
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
  expect(await post()).toEqual([404, { code: 'not_found', message: 'There is nothing at this address.' }]);
  expect(visits).toBe(1);
  isOn = true;
  expect((await post())[0]).toBe(401);
});
