import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LISTINGS } from '../../../server/demo/catalogue/listings.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

test('the demo is added once, with profile pictures, photos and conversations', async () => {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  const dataDir = join(dir.path, 'demo');
  const log = createLog('error');
  const output: string[] = [];
  const seed = () => seedDemo({ dataDir }, log, (text) => void output.push(text), LISTINGS.slice(0, 2));
  await seed();
  expect(output[0]).toBe('Adding the demo, once …');
  expect(readdirSync(dir.path)).toEqual(['demo']);

  const db = await openDatabase(`file:${join(dataDir, 'selvedge.db')}`, log);
  onTestFinished(() => db.close());
  const found = await db.read(async ({ q, t }) => ({
    people: await q.select({ picture: t.users.profileImageKey }).from(t.users),
    listings: await q.select({ photos: t.listings.photos }).from(t.listings),
    wanted: await q.select({ id: t.wanted.id }).from(t.wanted),
    messages: await q.select({ id: t.messages.id }).from(t.messages),
  }));
  expect(found.people.length).toBeGreaterThan(2);
  expect(found.people.filter(({ picture }) => picture === null)).toEqual([]);
  expect(found.listings).toHaveLength(2);
  for (const { photos } of found.listings) expect(photos.length).toBeGreaterThan(0);
  expect(found.wanted.length).toBeGreaterThan(0);
  expect(found.messages.length).toBeGreaterThan(0);

  const before = output.length;
  await seed();
  expect(output).toHaveLength(before);
});
