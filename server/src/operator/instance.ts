import { notFound } from '../core/errors.ts';
import { readSettings } from '../instance/settings.ts';
import { changeSettings, describeSettings, parseChange } from '../settings/change-settings.ts';
import type { OperatorContext } from './command.ts';
import { onDatabase } from './on-database.ts';

/** Prints the value of one setting of the instance, or every setting. @throws not_found */
export async function getSetting(operating: OperatorContext, key?: string): Promise<void> {
  const all = describeSettings(await onDatabase(operating, readSettings));
  const found = all.filter(([each]) => key === undefined || each === key);
  if (found.length === 0) throw notFound(`There is no setting ${key}.`);
  for (const [each, value] of found) operating.print(key === undefined ? `${each} ${value}` : value);
}

/**
 * Changes a setting of the instance; an empty value restores its default.
 * @param force `--force` changes the currency although there are prices
 * @throws not_found, invalid_input, conflict
 */
export async function setSetting(
  operating: OperatorContext,
  key: string,
  value: string,
  force?: string,
): Promise<void> {
  const change = parseChange(key, value);
  await onDatabase(operating, (db) => changeSettings(db, change, null, { canReprice: force !== undefined }));
  operating.print(`${key} is ${value || 'the default'} now. A running server applies it within seconds.`);
}
