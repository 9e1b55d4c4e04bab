import { DEFAULTS, InstanceSettings, type StoredSettings } from '@selvedge/shared/instance-settings';
import type { Conn, Database } from '../db/database.ts';
import { findSettings } from './queries.ts';

/** All settings; those that were never changed have their defaults. */
export const withDefaults = (stored: StoredSettings = {}): InstanceSettings =>
  InstanceSettings.parse({ ...DEFAULTS, ...stored, features: { ...DEFAULTS.features, ...stored.features } });

/** Reads all settings of the instance. */
export async function settingsIn(conn: Conn): Promise<InstanceSettings> {
  const [row] = await findSettings(conn);
  return withDefaults(row?.settings);
}

export const readSettings = (db: Database): Promise<InstanceSettings> => db.read(settingsIn);
