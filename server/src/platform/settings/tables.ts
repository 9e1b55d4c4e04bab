import type { StoredSettings } from '@selvedge/shared/instance/instance-settings';
import type { Kit } from '../db/kit.ts';

export function instanceSettingsTables({ table, int, json }: Kit) {
  /** One row; there is none before the first change. */
  const instanceSettings = table('instance_settings', {
    /** Always 1. */
    id: int('id').primaryKey(),
    settings: json<StoredSettings>('settings').notNull(),
  });

  return { instanceSettings };
}
