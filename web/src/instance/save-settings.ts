import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { api } from '../lib/api.ts';

export const SETTINGS_PATH = '/api/admin/instance';

type Fields = Record<string, unknown>;

/** The fields of `typed` that differ from `saved`. */
const differences = (saved: Fields, typed: Fields): Fields =>
  Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== saved[key]));

/**
 * Saves only what differs, so that another admin's change to something else stays. Rejects with a `Problem`.
 * @returns all settings as the server has them now
 */
export function saveSettings(saved: InstanceSettings, typed: InstanceSettings): Promise<InstanceSettings> {
  // Pictures are saved when they are chosen.
  const { features, logo: _logo, icon: _icon, ...values } = typed;
  return api<InstanceSettings>('PATCH', SETTINGS_PATH, {
    ...differences(saved, values),
    features: differences(saved.features, features),
  });
}
