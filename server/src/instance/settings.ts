import { Features, InstanceSettings } from '@selvedge/shared/instance-settings';
import type { ZodType } from 'zod';
import { AppError, notFound } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import { addSettings, findSettings, lockSettings, storeSettings } from './queries.ts';

/** Reads the settings of the instance; those that were never changed have their defaults. */
export const readSettings = (db: Database): Promise<InstanceSettings> =>
  db.read(async (conn) => {
    const [row] = await findSettings(conn);
    return InstanceSettings.parse(row?.settings ?? {});
  });

const FLAGS: Record<string, boolean> = { on: true, off: false };
const asText = (value: unknown): string => (value === true ? 'on' : value === false ? 'off' : String(value));

const PREFIX = 'features.';
const fields: Record<string, ZodType> = Features.shape;

/** Every setting by its key, such as `features.offers`, as the operator reads it. */
export const describeSettings = ({ features }: InstanceSettings): [key: string, value: string][] =>
  Object.entries(features).map(([name, value]) => [PREFIX + name, asText(value)]);

/** The choices of a field, for the message of a refusal. */
const choicesOf = (field: ZodType): string =>
  ['on', 'off', 'optional', 'required']
    .filter((text) => field.safeParse(text).success || field.safeParse(FLAGS[text] ?? text).success)
    .join(', ');

/**
 * Changes one setting; running servers apply it within seconds.
 * @throws not_found for an unknown key; invalid_input for a value that it does not take
 */
export async function changeSetting(db: Database, key: string, text: string): Promise<void> {
  const name = key.slice(PREFIX.length);
  const field = key.startsWith(PREFIX) && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw notFound(`There is no setting ${key}.`);
  const value = [text, FLAGS[text]].find((each) => each !== undefined && field.safeParse(each).success);
  if (value === undefined) throw new AppError('invalid_input', `${key} can be: ${choicesOf(field)}.`);
  await db.transact(async (tx) => {
    await addSettings(tx);
    const [row] = await lockSettings(tx);
    const stored = row?.settings ?? {};
    await storeSettings(tx, { ...stored, features: { ...stored.features, [name]: value } });
  });
}
