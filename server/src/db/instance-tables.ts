import type { StoredSettings } from '@selvedge/shared/instance-settings';
import type { Kit } from './kit.ts';

/** What the operator has set, in one row; there is none before the first change. */
export function instanceTables({ table, int, json }: Kit) {
  const instanceSettings = table('instance_settings', {
    /** Always 1. */
    id: int('id').primaryKey(),
    settings: json<StoredSettings>('settings').notNull(),
  });
  return { instanceSettings };
}
