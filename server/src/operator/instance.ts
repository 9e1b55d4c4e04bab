import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  INSTANCE_PICTURE_MAX_BYTES,
  INSTANCE_PICTURES,
  type InstancePicture,
} from '@selvedge/shared/instance/instance-pictures';
import { changePicture, changeSettings, describeSettings, parseChange } from '../instance/public.ts';
import { AppError, notFound } from '../platform/core/errors.ts';
import type { Database } from '../platform/db/database.ts';
import { createInstancePictures } from '../platform/media/instance-pictures.ts';
import { createRendering } from '../platform/media/rendering.ts';
import { readSettings } from '../platform/settings/settings.ts';
import { storeOf } from './backups/copy/pictures.ts';
import type { OperatorContext } from './command.ts';
import { onDatabase } from './on-database.ts';

/** Prints the value of one setting of the instance, or every setting. @throws not_found */
export async function getSetting(operating: OperatorContext, key?: string): Promise<void> {
  const all = describeSettings(await onDatabase(operating, readSettings));
  const found = all.filter(([each]) => key === undefined || each === key);
  if (found.length === 0) throw notFound(`There is no setting ${key}.`);
  const lines = key === undefined ? found.map((setting) => setting.join(' ')) : found[0]?.[1].split('\n');
  for (const line of lines ?? []) operating.print(line);
}

/** @throws not_found, too_large */
async function requireSmallFile(path: string): Promise<void> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isFile()) throw notFound(`There is no file ${path}.`);
  if (stats.size > INSTANCE_PICTURE_MAX_BYTES)
    throw new AppError('too_large', `${path} is too large (max 2MB)`);
}

/** Stores the picture in a file, in the place and by the rules of the server. @returns its address */
async function storePicture(
  { config, log }: OperatorContext,
  db: Database,
  picture: InstancePicture,
  path: string,
): Promise<string> {
  await requireSmallFile(path);
  const parts = { db, store: storeOf(config, log), render: createRendering() };
  return createInstancePictures(parts, join(config.dataDir, 'incoming')).create(path, picture);
}

/**
 * An empty value restores the default; a logo and an icon are read from a file.
 * @param force `--force` changes the currency although there are prices
 * @throws not_found, invalid_input, conflict; as `InstancePictures.create` for a picture
 */
export async function setSetting(
  operating: OperatorContext,
  key: string,
  value: string,
  force?: string,
): Promise<void> {
  const picture = INSTANCE_PICTURES.find((each) => each === key);
  if (picture) {
    await onDatabase(operating, async (db) => {
      const address = value === '' ? '' : await storePicture(operating, db, picture, value);
      await changePicture(db, picture, address, null);
    });
  } else {
    const change = parseChange(key, value);
    await onDatabase(operating, (db) =>
      changeSettings(db, change, null, { canReprice: force !== undefined }),
    );
  }
  operating.print(`${key} is ${value || 'the default'} now. A running server applies it within seconds.`);
}
