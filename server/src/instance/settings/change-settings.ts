import type { InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import {
  ChangeSettings,
  DEFAULTS,
  type InstanceSettings,
  type StoredSettings,
} from '@selvedge/shared/instance/instance-settings';
import { truncate } from '@selvedge/shared/platform/format';
import { recordAdminAction } from '../../members/public.ts';
import { invalidInput, notFound } from '../../platform/core/errors.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { replaceInstancePicture } from '../../platform/media/instance-pictures.ts';
import { checkAccent } from '../../platform/settings/accent.ts';
import { addSettings, lockSettings, storeSettings } from '../../platform/settings/queries.ts';
import { withDefaults } from '../../platform/settings/settings.ts';
import { requireNoPrices } from './require-no-prices.ts';

/** A null change removes its key, which restores the default. */
function merge<T extends object>(stored: T, changes: { [K in keyof T]?: T[K] | null | undefined }): T {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
  const merged = { ...stored, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)) as T;
}

const asText = (value: unknown): string => (value === true ? 'on' : value === false ? 'off' : String(value));

const PREFIX = 'features.';

export function describeSettings({ features, ...values }: InstanceSettings): [key: string, value: string][] {
  return [
    ...Object.entries(values),
    ...Object.entries(features).map(([name, value]): [string, string] => [PREFIX + name, asText(value)]),
  ];
}

const KEYS = new Set(describeSettings(DEFAULTS).map(([key]) => key));

/** Characters of a value in the log of admin actions: a page would not fit. */
const LOGGED_MAX = 100;
const logged = (value: string): string => (value === '' ? 'none' : truncate(value, LOGGED_MAX));

async function logChanges(
  tx: Tx,
  adminId: string | null,
  was: InstanceSettings,
  after: InstanceSettings,
): Promise<void> {
  const before = new Map(describeSettings(was));
  for (const [key, value] of describeSettings(after)) {
    const earlier = before.get(key) ?? '';
    if (earlier === value) continue;
    const note = `${key}: ${logged(earlier)} → ${logged(value)}`;
    await recordAdminAction(tx, {
      ...{ adminId, action: 'set', subject: 'instance', subjectId: null, memberId: null },
      note,
    });
  }
}

/** @param adminId null for the operator on the command line */
const replaceSettings = (
  db: Database,
  adminId: string | null,
  change: (tx: Tx, stored: StoredSettings) => Promise<StoredSettings>,
): Promise<InstanceSettings> =>
  db.transact(async (tx) => {
    await addSettings(tx);
    const [row] = await lockSettings(tx);
    const stored = row?.settings ?? {};
    const changed = await change(tx, stored);
    await storeSettings(tx, changed);
    const after = withDefaults(changed);
    await logChanges(tx, adminId, withDefaults(stored), after);
    return after;
  });

/**
 * Changes settings and logs each change; running servers apply it within seconds.
 * @param canReprice whether the currency may change although there are prices, whose numbers stay
 * @throws invalid_input for a too light accent; conflict if the currency would change and there are prices
 */
export function changeSettings(
  db: Database,
  { features, ...values }: ChangeSettings,
  adminId: string | null,
  { canReprice = false } = {},
): Promise<InstanceSettings> {
  return replaceSettings(db, adminId, async (tx, stored) => {
    if (values.accent) checkAccent(values.accent);
    const changed = merge<StoredSettings>(
      { ...stored, features: merge(stored.features ?? {}, features ?? {}) },
      values,
    );
    const { currency } = withDefaults(stored);
    if (withDefaults(changed).currency !== currency && !canReprice) await requireNoPrices(tx, currency);
    return changed;
  });
}

/**
 * Changes the logo or the icon, and logs it; the previous one is removed later.
 * @param address of an uploaded picture; empty for none
 * @throws invalid_input when nothing was uploaded there
 */
export function changePicture(
  db: Database,
  picture: InstancePicture,
  address: string,
  adminId: string | null,
): Promise<InstanceSettings> {
  return replaceSettings(db, adminId, async (tx, stored) => {
    const earlier = withDefaults(stored)[picture];
    if (earlier === address) return stored;
    await replaceInstancePicture(tx, earlier, address, new Date());
    return merge<StoredSettings>(stored, { [picture]: address || null });
  });
}

const FLAGS: Record<string, boolean> = { on: true, off: false };

/**
 * An empty value restores the default.
 * @throws not_found for an unknown key; invalid_input for a value that the setting does not take
 */
export function parseChange(key: string, text: string): ChangeSettings {
  if (!KEYS.has(key)) throw notFound(`There is no setting ${key}.`);
  const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null;
  const parse = (value: unknown) =>
    ChangeSettings.safeParse(name === null ? { [key]: value } : { features: { [name]: value } });
  const parsed = parse(text || null);
  // One feature has `off` among its own words.
  const change = parsed.success || !Object.hasOwn(FLAGS, text) ? parsed : parse(FLAGS[text]);
  if (!change.success) throw invalidInput(change.error, DEFAULTS.currency);
  return change.data;
}
