import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../platform/core/errors.ts';
import { tableShapes } from '../../../platform/db/snapshot/shapes.ts';
import {
  checkSqlite,
  fillSqlite,
  openSqliteSnapshot,
} from '../../../platform/db/snapshot/sqlite-snapshot.ts';
import { DATABASE_FILE, type Manifest } from './manifest.ts';
import { fillWithRows } from './rows.ts';
import { checkSums, sumsWithoutPictures } from './sums.ts';

/** The throwaway database into which rows are restored, within the copy. */
const TRIAL = 'trial';

async function verifyDatabase(folder: string, { rows }: Manifest): Promise<void> {
  const file = join(folder, DATABASE_FILE);
  checkSqlite(file);
  const snapshot = openSqliteSnapshot(file);
  try {
    for (const shape of tableShapes()) {
      const found = await snapshot.count(shape);
      if (found === rows[shape.name]) continue;
      throw new AppError('internal', `The copy has ${found} rows of ${shape.name}, not ${rows[shape.name]}.`);
    }
  } finally {
    await snapshot.close();
  }
}

/** Restores the rows into a throwaway SQLite database, which `fillWithRows` reads back and compares. */
async function verifyRows(folder: string): Promise<void> {
  const sums = await sumsWithoutPictures(folder);
  const trial = join(folder, TRIAL);
  await mkdir(trial, { mode: 0o700 });
  try {
    const filling = await fillSqlite(join(trial, DATABASE_FILE));
    try {
      await fillWithRows(filling, folder, sums);
      await filling.commit();
    } finally {
      await filling.close();
    }
    checkSqlite(join(trial, DATABASE_FILE));
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/**
 * Reads every file, then checks the database, or restores the rows into a throwaway one.
 * @param elsewhere names of files outside the folder @throws when the copy could not be restored
 */
export async function verifyCopy(
  folder: string,
  manifest: Manifest,
  elsewhere?: ReadonlySet<string>,
): Promise<void> {
  await checkSums(folder, manifest, elsewhere);
  await (manifest.holds === 'database' ? verifyDatabase(folder, manifest) : verifyRows(folder));
}
