import type { EventPayload } from '@selvedge/shared/realtime';
import { Wanted } from '@selvedge/shared/wanted';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../server/src/core/actor.ts';
import type { Database } from '../../server/src/db/database.ts';
import type { Acting } from '../../server/src/wanted/context.ts';
import { createWanted } from '../../server/src/wanted/create-wanted.ts';
import { fulfillWanted } from '../../server/src/wanted/fulfill-wanted.ts';
import { removeWanted } from '../../server/src/wanted/remove-wanted.ts';
import { addPerson } from '../support/people/market.ts';
import { type Client, next, startLiveServer } from '../support/servers/live-server.ts';

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let buyer: Actor;
let clients: Client[];

beforeEach(async () => {
  live = await startLiveServer();
  db = live.db;
  buyer = await addPerson(db, 'odile');
  const other = await addPerson(db, 'marlow');
  clients = [];
  for (const person of [buyer, buyer, other]) {
    live.tokens.set(person.id, person);
    const client = live.connect(person.id);
    await next(client, 'connect');
    clients.push(client);
  }
});
afterEach(() => live.close());

const act = <T>(work: (ctx: Acting) => Promise<T>): Promise<T> =>
  db.transact((tx) => work({ tx, actor: buyer, publish: live.publish }));
const allHear = <T>(event: string): Promise<T[]> =>
  Promise.all(clients.map((client) => next<T>(client, event)));

test('a new, a found and a removed WTB reach every tab of everybody who is signed in, as its page shows it', async () => {
  const heardNew = allHear<EventPayload<'wtb:new'>>('wtb:new');
  const wtb = await act((ctx) =>
    createWanted(ctx, {
      title: 'Ring coat',
      brand: 'Kapital',
      size: '3',
      maxPrice: 90_000,
      description: null,
    }),
  );
  expect(Wanted.parse(wtb)).toEqual(wtb);
  expect(await heardNew).toEqual([{ wtb }, { wtb }, { wtb }]);

  const heardFound = allHear<EventPayload<'wtb:changed'>>('wtb:changed');
  const found = await act((ctx) => fulfillWanted(ctx, wtb.id));
  expect(await heardFound).toEqual([{ wtb: found }, { wtb: found }, { wtb: found }]);

  const heardRemoved = allHear<EventPayload<'wtb:removed'>>('wtb:removed');
  await act((ctx) => removeWanted(ctx, wtb.id));
  expect(await heardRemoved).toEqual([{ id: wtb.id }, { id: wtb.id }, { id: wtb.id }]);
});

test('what is undone is not told', async () => {
  const told: string[] = [];
  for (const client of clients) client.onAny((name: string) => told.push(name));
  const wtb = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: 90_000, description: null };
  const undone = act(async (ctx) => {
    await createWanted(ctx, wtb);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const heard = allHear<EventPayload<'wtb:new'>>('wtb:new');
  const stored = await act((ctx) => createWanted(ctx, wtb));
  expect(await heard).toEqual([{ wtb: stored }, { wtb: stored }, { wtb: stored }]);
  expect(told.filter((name) => name === 'wtb:new')).toHaveLength(3);
});
