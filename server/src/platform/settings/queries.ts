import type { StoredSettings } from '@selvedge/shared/instance/instance-settings';
import { eq } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { forUpdate } from '../db/locked.ts';

const ONLY = 1;

export const findSettings = ({ q, t: { instanceSettings: i } }: Conn) =>
  q.select({ settings: i.settings }).from(i).where(eq(i.id, ONLY));

export const lockSettings = (conn: Conn) => forUpdate(findSettings(conn));

export const addSettings = ({ q, t: { instanceSettings: i } }: Conn) =>
  q.insert(i).values({ id: ONLY, settings: {} }).onConflictDoNothing().returning({ id: i.id });

export const storeSettings = ({ q, t: { instanceSettings: i } }: Conn, settings: StoredSettings) =>
  q.update(i).set({ settings }).where(eq(i.id, ONLY)).returning({ id: i.id });
