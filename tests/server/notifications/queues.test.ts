import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figures } from '@selvedge/shared/instance/figures';
import { expect, test } from 'vitest';
import { FEATURES } from '../../../server/src/features.ts';
import { openHooked } from '../../support/people/hooked.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const SERVER = join(import.meta.dirname, '../../../server/src');

test('every outgoing queue is declared by its feature', () => {
  const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(SERVER, path), 'utf8'));
  const made = sources.flatMap((source) =>
    [...source.matchAll(/: QueueKind = \{\s*\.\.\.\{ name: '(\w+)'/g)].map(([, name]) => name),
  );
  const declared = FEATURES.flatMap(({ queues = [] }) => queues.map(({ name }) => name));
  expect(made.length).toBeGreaterThan(3);
  expect(declared.toSorted()).toEqual(made.toSorted());
});

describeOnBothEngines('an outgoing queue', ({ engine }) => {
  const open = async () => {
    const hooked = await openHooked({ engine });
    const admin = await hooked.world.appoint(await hooked.world.join('admin'));
    const queue = async (name: string) =>
      (await hooked.answer<Figures>(admin, 'GET', '/api/admin/figures')).queues?.find(
        (one) => one.name === name,
      );
    return { ...hooked, admin, queue, seller: await hooked.world.join('marlow') };
  };

  test('counts what waits for a retry', async () => {
    const { hook, list, peer, told, queue, seller } = await open();
    expect(await queue('webhooks')).toMatchObject({ waiting: 0, oldestSeconds: 0, failures: 0 });
    peer.answers.set('/a', 500);
    await hook(seller, '/a', ['listing.created']);
    await list(seller);
    await told('/a', 1);
    await expect.poll(() => queue('webhooks')).toMatchObject({ waiting: 1, failures: 1, isLate: false });
    await expect
      .poll(async () => (await queue('webhooks'))?.oldestSeconds, { timeout: 5_000 })
      .toBeGreaterThan(0);
  });

  test('does not count what waits for a webhook that is off', async () => {
    const { hook, list, peer, told, queue, seller, answer } = await open();
    peer.answers.set('/a', 500);
    const { id } = await hook(seller, '/a', ['listing.created']);
    await list(seller);
    await told('/a', 1);
    await answer(seller, 'PATCH', `/api/webhooks/${id}`, { isOn: false });
    await expect.poll(() => queue('webhooks')).toMatchObject({ waiting: 0, failures: 1 });
  });
});
