import { DEFAULTS, InstanceSettings, type StoredSettings } from '@selvedge/shared/instance/instance-settings';
import type { Conn, Database } from '../db/database.ts';
import { UnusableDatabase } from '../db/unusable.ts';
import { findSettings } from './queries.ts';

/** @throws UnusableDatabase for a value that no setting takes, such as one edited in an exported file */
export function withDefaults(stored: StoredSettings = {}): InstanceSettings {
  const all = { ...DEFAULTS, ...stored, features: { ...DEFAULTS.features, ...stored.features } };
  const parsed = InstanceSettings.safeParse(all);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UnusableDatabase(`The settings of the instance are invalid: ${problems.join('; ')}.`);
}

export async function settingsIn(conn: Conn): Promise<InstanceSettings> {
  const [row] = await findSettings(conn);
  return withDefaults(row?.settings);
}

export function readSettings(db: Database): Promise<InstanceSettings> {
  return db.read(settingsIn);
}
