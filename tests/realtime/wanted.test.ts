import { Wanted } from '@selvedge/shared/items/wanted';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { beforeAll, expect, test } from 'vitest';
import { createWanted } from '../../server/src/items/wanted/create-wanted.ts';
import { fulfillWanted } from '../../server/src/items/wanted/fulfill-wanted.ts';
import { removeWanted } from '../../server/src/items/wanted/remove-wanted.ts';
import { type Client, next, openTab } from '../support/clients/socket.ts';
import type { Member } from '../support/people/accounts.ts';
import { undone } from '../support/servers/following.ts';
import { worldForAll } from '../support/world.ts';

const world = worldForAll();
let buyer: Member;
let clients: Client[];

beforeAll(async () => {
  buyer = await world.join('odile');
  clients = [];
  for (const person of [buyer, buyer, await world.join('marlow')])
    clients.push((await openTab(world, person)).client);
});

const nextOnAll = <T>(event: string): Promise<T[]> =>
  Promise.all(clients.map((client) => next<T>(client, event)));

test('every change of a WTB reaches every member', async () => {
  const created = nextOnAll<EventPayload<'wtb:new'>>('wtb:new');
  const wtb = await createWanted(world.product.ctx, buyer, {
    title: 'Ring coat',
    brand: 'Kapital',
    size: '3',
    maxPrice: 90_000,
    description: null,
  });
  expect(Wanted.parse(wtb)).toEqual(wtb);
  expect(await created).toEqual([{ wtb }, { wtb }, { wtb }]);

  const changed = nextOnAll<EventPayload<'wtb:changed'>>('wtb:changed');
  const found = await fulfillWanted(world.product.ctx, buyer, wtb.id);
  expect(await changed).toEqual([{ wtb: found }, { wtb: found }, { wtb: found }]);

  const removed = nextOnAll<EventPayload<'wtb:removed'>>('wtb:removed');
  await removeWanted(world.product.ctx, buyer, wtb.id);
  expect(await removed).toEqual([{ id: wtb.id }, { id: wtb.id }, { id: wtb.id }]);
});

test('a rolled-back WTB sends no event', async () => {
  const names: string[] = [];
  for (const client of clients) client.onAny((name: string) => names.push(name));
  const wtb = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: 90_000, description: null };
  const rolledBack = createWanted(undone(world.product.ctx), buyer, wtb);
  await expect(rolledBack).rejects.toThrow('undone');
  const created = nextOnAll<EventPayload<'wtb:new'>>('wtb:new');
  const stored = await createWanted(world.product.ctx, buyer, wtb);
  expect(await created).toEqual([{ wtb: stored }, { wtb: stored }, { wtb: stored }]);
  expect(names.filter((name) => name === 'wtb:new')).toHaveLength(3);
});
