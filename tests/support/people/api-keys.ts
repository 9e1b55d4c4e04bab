import { SCOPES } from '@selvedge/shared/platform/scope';
import { v7 as uuidv7 } from 'uuid';
import { createKey, hashOfKey } from '../../../server/src/identity/keys/key-format.ts';
import { type ApiKeyRow, deleteApiKeys } from '../../../server/src/identity/keys/queries.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { insertRows } from '../data/rows.ts';

/** Adds an API key to the database; by default with all scopes, and one that never expires. */
export async function addApiKey(
  db: Database,
  { id: userId }: Pick<Actor, 'id'>,
  changes: Partial<ApiKeyRow> = {},
): Promise<{ id: string; key: string }> {
  const key = createKey();
  const id = uuidv7();
  await insertRows(db, 'apiKeys', {
    ...{ id, userId, name: 'Bot', scopes: [...SCOPES], hash: hashOfKey(key), createdAt: new Date() },
    ...{ expiresAt: null, warnedAt: null, usedOn: null, usedFrom: null },
    ...changes,
  });
  return { id, key };
}

/** Leaves a member one API key. @returns its id */
export async function replaceApiKeys(db: Database, member: Pick<Actor, 'id'>): Promise<string> {
  await db.transact((tx) => deleteApiKeys(tx, member.id));
  return (await addApiKey(db, member)).id;
}
