import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { fileKeys, newPhotoKey } from '../../../server/src/platform/media/media-key.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { insertRows } from '../../support/data/rows.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const NOW = new Date();
const ownerId = randomUUID();

/** A bucket that has every requested object, except those for which `isThere` is false. */
async function startBucket(isThere: (key: string) => boolean | Promise<boolean>) {
  const http = createServer(async (request, response) => {
    const key = String(request.url).replace('/pictures/', '');
    if (await isThere(key)) response.end(`the picture ${key}`);
    else response.writeHead(404).end();
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

describe.each(bothEngines())('pictures that vanish during a backup (%s)', (engine) => {
  let dir: ReturnType<typeof makeTempDir>;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let db: Database;
  let bucket: Awaited<ReturnType<typeof startBucket>> | undefined;
  beforeEach(async () => {
    dir = makeTempDir();
    database = await createDatabase(engine);
    db = await openDatabase(database.url, createLog('error'));
    await insertRows(db, 'users', {
      id: ownerId,
      username: 'Marlow',
      usernameKey: 'marlow',
      createdAt: NOW,
      updatedAt: NOW,
    });
  });
  afterEach(async () => {
    bucket?.close();
    await db.close();
    await database.remove();
    dir.remove();
  });

  /** Adds a picture, which is in use by default. */
  async function addPicture(usedAt: Date | null = NOW): Promise<string> {
    const key = newPhotoKey(ownerId, 'front.jpg', NOW);
    await insertRows(db, 'uploads', {
      key,
      ownerId,
      width: 1,
      height: 1,
      placeholder: '',
      usedAt,
      createdAt: NOW,
    });
    return key;
  }
  const forget = (key: string) =>
    db.transact(({ q, t }) => q.delete(t.uploads).where(eq(t.uploads.key, key)).returning());

  async function backup(isThere: (key: string) => boolean | Promise<boolean>) {
    bucket = await startBucket(isThere);
    const folder = join(dir.path, 'backup');
    const env = { DATA_DIR: dir.path, DATABASE_URL: database.url, ...bucket.env };
    const { code, output, errors } = await runOperator(['backup', folder], env);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const media = join(folder, 'media', ownerId);
    return {
      manifest,
      output,
      names: existsSync(media) ? readdirSync(media).map((name) => `${ownerId}/${name}`) : [],
    };
  }

  test('a picture removed meanwhile is not in the backup', async () => {
    const [stored, removed, removedAfterCopy] = [await addPicture(), await addPicture(), await addPicture()];
    const { manifest, names, output } = await backup(async (key) => {
      if (!fileKeys(removed).includes(key)) return true;
      // Delete as a server does, rows before files; one of the two pictures may already have been copied.
      await forget(removed);
      await forget(removedAfterCopy);
      return false;
    });
    expect(names.sort()).toEqual(fileKeys(stored).sort());
    expect(manifest).toMatchObject({ missing: [], rows: { uploads: 1 } });
    expect(output).not.toContain('lost');
  });

  test('pictures lost earlier are reported', async () => {
    const [stored, lost, unfinished] = [await addPicture(), await addPicture(), await addPicture(null)];
    const { manifest, names, output } = await backup((key) => fileKeys(stored).includes(key));
    expect(names.sort()).toEqual(fileKeys(stored).sort());
    expect(manifest.missing).toEqual([...fileKeys(lost), ...fileKeys(unfinished)].sort());
    expect(output).toContain('4 of the missing files belong to pictures in use');
  });

  test('an interrupted backup is recognised as incomplete', async () => {
    await addPicture();
    const folder = join(dir.path, 'backup');
    const env = { DATA_DIR: dir.path, DATABASE_URL: database.url };
    // A file already has the name of the unfinished backup.
    writeFileSync(`${folder}.partial`, '');
    expect(await runOperator(['backup', folder], env)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('one was interrupted: in that case remove it'),
    });
    expect(existsSync(folder)).toBe(false);
    const restored = await runOperator(['restore', folder], { DATA_DIR: join(dir.path, 'new') });
    expect(restored).toMatchObject({
      code: 1,
      errors: `${folder} contains no finished copy of an instance.`,
    });
  });
});
