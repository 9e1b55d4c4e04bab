import type { StoredSettings } from '@selvedge/shared/instance/instance-settings';
import { eq } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { forUpdate } from '../db/locked.ts';

const ONLY = 1;

export function findSettings({ q, t: { instanceSettings: i } }: Conn) {
  return q.select({ settings: i.settings }).from(i).where(eq(i.id, ONLY));
}

export function lockSettings(conn: Conn) {
  return forUpdate(findSettings(conn));
}

export function addSettings({ q, t: { instanceSettings: i } }: Conn) {
  return q.insert(i).values({ id: ONLY, settings: {} }).onConflictDoNothing().returning({ id: i.id });
}

export function storeSettings({ q, t: { instanceSettings: i } }: Conn, settings: StoredSettings) {
  return q.update(i).set({ settings }).where(eq(i.id, ONLY)).returning({ id: i.id });
}
