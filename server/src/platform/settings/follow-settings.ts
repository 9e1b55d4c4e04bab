import { isDeepStrictEqual } from 'node:util';
import {
  type Feature,
  type InstanceSettings,
  isFeatureOn,
} from '@selvedge/shared/instance/instance-settings';
import type { Database } from '../db/database.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Logger } from '../observability/log.ts';
import { readSettings } from './settings.ts';

/** How soon a change by another node or the CLI applies. */
const POLL_MS = 1_000;

export type IsOn = (feature: Feature) => boolean;

/** ISO 4217 code of the instance's currency at this moment. */
export type CurrencyNow = () => string;

export interface LiveSettings {
  /** The same object until a setting changes. */
  current(): InstanceSettings;
  isOn: IsOn;
  currency: CurrencyNow;
  /** The IANA time zone at this moment: that of the settings, else `TIME_ZONE`. */
  timeZone(): string;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export async function followSettings(
  db: Database,
  log: Logger,
  config: { timeZone: string },
): Promise<LiveSettings> {
  let settings = await readSettings(db);
  const refresh = async () => {
    const read = await readSettings(db);
    if (!isDeepStrictEqual(read, settings)) settings = read;
  };
  const close = repeat(POLL_MS, refresh, log);
  return {
    current: () => settings,
    isOn: (feature) => isFeatureOn(settings.features, feature),
    currency: () => settings.currency,
    timeZone: () => settings.timeZone || config.timeZone,
    refresh,
    close,
  };
}
