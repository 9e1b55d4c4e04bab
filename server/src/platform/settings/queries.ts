import type { StoredSettings } from '@selvedge/shared/instance/instance-settings';
import { eq } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { forUpdate } from '../db/locked.ts';

/** The id of the only row. */
const ONLY = 1;

export const findSettings = ({ q, t: { instanceSettings: i } }: Conn) =>
  q.select({ settings: i.settings }).from(i).where(eq(i.id, ONLY));

/** Locks the settings until the transaction ends. */
export const lockSettings = (conn: Conn) => forUpdate(findSettings(conn));

/** Adds the row, if there is none yet. */
export const addSettings = ({ q, t: { instanceSettings: i } }: Conn) =>
  q.insert(i).values({ id: ONLY, settings: {} }).onConflictDoNothing().returning({ id: i.id });

export const storeSettings = ({ q, t: { instanceSettings: i } }: Conn, settings: StoredSettings) =>
  q.update(i).set({ settings }).where(eq(i.id, ONLY)).returning({ id: i.id });
