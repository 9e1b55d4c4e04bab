import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { RESENT_MAX } from '@selvedge/shared/notifications/webhook-events';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { insertRows, readRows, updateRows } from '../../../support/data/rows.ts';
import { openHooked } from '../../../support/people/hooked.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const DAY = 86_400_000;

const CREATED = ['listing.created'] as const;

describeOnBothEngines('a webhook', ({ engine }) => {
  const open = async () => {
    const hooked = await openHooked({ engine });
    const seller = await hooked.world.join('marlow', { isProven: true });
    /** What is known of its latest delivery, once it was attempted that often. */
    const attempted = async (id: string, attempts = 1) => {
      const find = async () => (await hooked.deliveries(seller, id))[0];
      await expect.poll(async () => (await find())?.attempts, { timeout: 20_000 }).toBe(attempts);
      return find();
    };
    return { ...hooked, seller, attempted };
  };

  test('that fails is called again in five seconds', async () => {
    const { seller, hook, list, peer, attempted, told, find } = await open();
    peer.answers.set('/a', 500);
    const { id } = await hook(seller, '/a', CREATED);
    await list(seller);
    const failed = await attempted(id);
    expect(failed).toMatchObject({ state: 'waiting', status: 500, error: 'It answered 500.' });
    const wait = Date.parse(failed?.nextAt ?? '') - Date.parse(failed?.attemptedAt ?? '');
    expect(wait).toBeGreaterThanOrEqual(4_500);
    expect(wait).toBeLessThanOrEqual(5_500);
    expect((await find(seller, id))?.failingSince).not.toBeNull();
    peer.answers.delete('/a');
    const [first, second] = await told('/a', 2);
    expect(second?.id).toBe(first?.id);
    expect(await attempted(id, 2)).toMatchObject({ state: 'delivered', status: 204, error: null });
    expect((await find(seller, id))?.failingSince).toBeNull();
  });

  test('that answers 410 is switched off', async () => {
    const { seller, hook, list, peer, attempted, find, world } = await open();
    peer.answers.set('/a', 410);
    const { id } = await hook(seller, '/a', CREATED);
    await list(seller);
    expect(await attempted(id)).toMatchObject({ state: 'failed', status: 410 });
    expect(await find(seller, id)).toMatchObject({ isOn: false, offReason: 'gone' });
    expect((await world.mails()).map(({ subject }) => subject)).toContain('A webhook was switched off');
    await list(seller);
    expect(await readRows(world.db, 'webhookDeliveries')).toHaveLength(1);
  });

  test('that has failed for five days is switched off', async () => {
    const { seller, hook, list, peer, attempted, find, world, answer } = await open();
    peer.answers.set('/a', 500);
    const { id } = await hook(seller, '/a', CREATED);
    await updateRows(world.db, 'webhooks', { failingSince: new Date(Date.now() - 5 * DAY) }, { id });
    await list(seller);
    await attempted(id);
    expect(await find(seller, id)).toMatchObject({ isOn: false, offReason: 'failing' });
    const [mail] = await world.mails();
    expect(mail?.text).toContain('It has failed for 5 days.');
    peer.answers.delete('/a');
    await answer(seller, 'PATCH', `/api/webhooks/${id}`, { isOn: true });
    await expect.poll(async () => (await find(seller, id))?.failingSince).toBeNull();
  });

  test.for([429, 502, 504])('that answers %i is left alone for a minute', async (status) => {
    const { seller, hook, list, peer, attempted, world } = await open();
    peer.answers.set('/a', status);
    const { id } = await hook(seller, '/a', CREATED);
    await list(seller);
    await attempted(id);
    const [row] = await readRows(world.db, 'webhooks');
    const pause = (row?.pausedUntil?.getTime() ?? 0) - Date.now();
    expect(pause).toBeGreaterThan(50_000);
    expect(pause).toBeLessThan(67_000);
    await list(seller);
    expect(peer.received).toHaveLength(1);
  });

  test('that answers Retry-After is called after it', async () => {
    const { seller, hook, list, peer, told } = await open();
    peer.answers.set('/a', (_request, response) => {
      peer.answers.delete('/a');
      response.writeHead(503, { 'retry-after': '2' }).end();
    });
    await hook(seller, '/a', CREATED);
    const startedAt = performance.now();
    await list(seller);
    await list(seller);
    await told('/a', 2);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  });

  test('that redirects is not followed', async () => {
    const { seller, hook, list, peer, attempted } = await open();
    peer.answers.set('/a', (_request, response) => {
      response.writeHead(307, { location: `${peer.url}/elsewhere` }).end();
    });
    const { id } = await hook(seller, '/a', CREATED);
    await list(seller);
    expect((await attempted(id))?.error).toBe('It answered 307, and redirects are not followed.');
    expect(peer.typesAt('/elsewhere')).toEqual([]);
  });

  test('that answers 20 MB is cut off', async () => {
    const { seller, hook, list, peer, attempted } = await open();
    let sent = 0;
    const flood = (response: ServerResponse) => {
      while (sent < 20 * 1024 * 1024) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', () => flood(response));
      }
      response.end();
    };
    peer.answers.set('/a', (_request, response) => flood(response.writeHead(200)));
    const { id } = await hook(seller, '/a', CREATED);
    await list(seller);
    expect(await attempted(id)).toMatchObject({ state: 'delivered', status: 200 });
    expect(sent).toBeLessThan(10 * 1024 * 1024);
  });

  test('that sleeps is given up after fifteen seconds', async () => {
    const { seller, hook, list, peer, attempted } = await open();
    peer.answers.set('/a', () => undefined);
    const { id } = await hook(seller, '/a', CREATED);
    const startedAt = performance.now();
    await list(seller);
    expect((await attempted(id))?.error).toBe('No answer within 15 seconds.');
    expect(performance.now() - startedAt).toBeGreaterThan(14_900);
  });

  test('is told of one subject in order', async () => {
    const { seller, hook, list, answer, peer, told } = await open();
    await hook(seller, '/a', ['listing.created', 'listing.sold']);
    peer.answers.set('/a', 500);
    const id = await list(seller);
    await told('/a', 1);
    // Before the retry, which is due five seconds after the failure.
    peer.answers.delete('/a');
    await answer(seller, 'PATCH', `/api/listings/${id}/sold`);
    const other = await list(seller);
    const events = await told('/a', 4);
    const typesOf = (subject: string) =>
      events.filter(({ data }) => data.id === subject).map(({ type }) => type);
    expect(typesOf(id)).toEqual(['listing.created', 'listing.created', 'listing.sold']);
    expect(typesOf(other)).toEqual(['listing.created']);
  });

  test('is sent a range of time again under the same ids', async () => {
    const { seller, hook, list, answer, told, attempted } = await open();
    const { id } = await hook(seller, '/a', CREATED);
    const from = new Date().toISOString();
    await list(seller);
    await list(seller);
    await told('/a', 2);
    await attempted(id);
    const range = { from, to: new Date(Date.now() + 1_000).toISOString() };
    expect(await answer(seller, 'POST', `/api/webhooks/${id}/deliveries/resend`, range)).toEqual({
      count: 2,
    });
    const ids = (await told('/a', 4)).map((event) => event.id);
    expect(ids.slice(2)).toEqual(ids.slice(0, 2));
  });

  test('is sent a thousand events again at once', async () => {
    const { seller, hook, answer, world } = await open();
    const { id: webhookId } = await hook(seller, '/a', CREATED);
    const at = new Date();
    const rows = Array.from({ length: RESENT_MAX + 1 }, () => ({
      ...{
        id: uuidv7(),
        webhookId,
        type: 'listing.created' as const,
        subjectId: webhookId,
        aboutId: webhookId,
      },
      ...{ state: 'delivered' as const, dueAt: at, createdAt: at },
    }));
    await insertRows(world.db, 'webhookDeliveries', rows);
    const range = { from: at.toISOString(), to: new Date(at.getTime() + 1).toISOString() };
    const path = `/api/webhooks/${webhookId}/deliveries/resend`;
    expect(await answer(seller, 'POST', path, range)).toEqual({ count: RESENT_MAX });
    const [last] = await readRows(world.db, 'webhookDeliveries', { id: rows.at(-1)?.id ?? '' });
    expect(last?.state).toBe('delivered');
  });

  test('signs with both secrets for a day', async () => {
    const { seller, hook, list, answer, told, peer, world } = await open();
    const { id, secret: old } = await hook(seller, '/a', CREATED);
    const { secret } = await answer<{ secret: string }>(seller, 'POST', `/api/webhooks/${id}/secret`);
    await list(seller);
    const [first] = await told('/a', 1);
    if (!first) throw new Error('nothing was told');
    expect([old, secret].map((one) => peer.isSigned(first, one))).toEqual([true, true]);
    await updateRows(world.db, 'webhooks', { oldSecretUntil: new Date() }, { id });
    await list(seller);
    const second = (await told('/a', 2))[1];
    if (!second) throw new Error('nothing was told');
    expect([old, secret].map((one) => peer.isSigned(second, one))).toEqual([false, true]);
  });

  test('shows its last fifty deliveries', async () => {
    const { seller, hook, deliveries, world } = await open();
    const { id: webhookId } = await hook(seller, '/a', CREATED);
    const rows = Array.from({ length: 55 }, (_, i) => ({
      ...{ id: randomUUID(), webhookId, type: 'ping' as const, subjectId: webhookId, aboutId: webhookId },
      ...{ state: 'delivered' as const, dueAt: new Date(), createdAt: new Date(Date.now() - i * 1_000) },
    }));
    await insertRows(world.db, 'webhookDeliveries', rows.toReversed());
    expect((await deliveries(seller, webhookId)).map(({ id }) => id)).toEqual(
      rows.slice(0, 50).map(({ id }) => id),
    );
  });

  test('shows the body of a delivery', async () => {
    const { seller, hook, answer, told, attempted, delivery } = await open();
    const { id } = await hook(seller, '/a', CREATED);
    await answer(seller, 'POST', `/api/webhooks/${id}/ping`);
    const [event] = await told('/a', 1);
    const row = await attempted(id);
    expect(row).toMatchObject({ type: 'ping', state: 'delivered', attempts: 1, status: 204 });
    expect((await delivery(seller, id, row?.id ?? '')).body).toBe(event?.body);
  });

  test('is part of the personal data', async () => {
    const { seller, hook, list, told, world } = await open();
    await hook(seller, '/a', CREATED);
    await list(seller);
    await told('/a', 1);
    const { webhooks } = await import('../../../../server/src/notifications/webhooks/feature.ts');
    const part = webhooks.personalData?.(world.product.ctx);
    for await (const { path, content } of part?.files(seller.id) ?? []) {
      let text = '';
      for await (const chunk of content) text += chunk;
      expect([path, text.includes('listing.created'), text.includes('whsec_')]).toEqual([
        'webhooks.json',
        true,
        false,
      ]);
    }
    await world.db.transact((tx) => part?.erase(tx, seller.id));
    expect(await readRows(world.db, 'webhooks')).toEqual([]);
    expect(await readRows(world.db, 'webhookDeliveries')).toEqual([]);
  });
});
