import {
  type ChangeSettings,
  DEFAULTS,
  type Feature,
  Features,
  type InstanceSettings,
} from '@selvedge/shared/instance/instance-settings';
import { readConfig } from '../../../server/src/config.ts';
import { changeSettings, parseChange } from '../../../server/src/instance/settings/change-settings.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';

export const ALL_FEATURES = Object.keys(Features.shape) as Feature[];

/** The settings of an instance that nobody has configured. */
export const UNCONFIGURED = { current: () => DEFAULTS, isOn: () => true };

/** Settings with these features switched on, and every other one off. */
export const settingsWith = (...on: Feature[]): InstanceSettings => {
  const settingOf = (name: Feature) =>
    name === 'proofPhoto' ? (on.includes(name) ? 'optional' : 'off') : on.includes(name);
  const features = Object.fromEntries(ALL_FEATURES.map((name) => [name, settingOf(name)]));
  return { ...DEFAULTS, features: Features.parse(features) };
};

/** Changes settings in the database of an instance. @param env its `DATA_DIR`, or its `DATABASE_URL` */
export async function changeTo(env: Record<string, string>, changes: ChangeSettings): Promise<void> {
  const db = await openDatabase(readConfig(env).databaseUrl, createLog('error'));
  try {
    await changeSettings(db, changes, null);
  } finally {
    await db.close();
  }
}

/** @param valueFor the value of each feature's setting */
async function change(
  env: Record<string, string>,
  features: readonly Feature[],
  valueFor: (feature: Feature) => string,
): Promise<void> {
  const db = await openDatabase(readConfig(env).databaseUrl, createLog('error'));
  try {
    for (const feature of features)
      await changeSettings(db, parseChange(`features.${feature}`, valueFor(feature)), null);
  } finally {
    await db.close();
  }
}

/**
 * Switches these features on in the database of an instance, and every other one off, before its server starts; a running
 * one applies it within seconds.
 * @param env its `DATA_DIR`, or its `DATABASE_URL`
 */
export const switchTo = (env: Record<string, string>, on: readonly Feature[]): Promise<void> => {
  const valueFor = (feature: Feature) => (feature === 'proofPhoto' ? 'optional' : 'on');
  return change(env, ALL_FEATURES, (feature) => (on.includes(feature) ? valueFor(feature) : 'off'));
};

/** Switches features off, and leaves the others as they are. */
export const switchOff = (env: Record<string, string>, features: readonly Feature[]): Promise<void> =>
  change(env, features, () => 'off');
