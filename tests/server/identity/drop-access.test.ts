import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { dropAccess } from '../../../server/src/identity/accounts/drop-access.ts';
import { sqliteKit } from '../../../server/src/platform/db/kit.ts';
import { defineTables, type Tables } from '../../../server/src/platform/db/tables.ts';
import { everyTable, insertRows, readAll } from '../../support/contract/every-table.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

type Name = keyof Tables;
const tables = defineTables(sqliteKit);

/** The tables whose rows reference an account, directly or through another table. */
function tablesOfAccounts(): Name[] {
  const found = new Set([getTableConfig(tables.authUsers).name]);
  const names = Object.keys(tables) as Name[];
  const isOfAccount = (name: Name) =>
    getTableConfig(tables[name]).foreignKeys.some((key) =>
      found.has(getTableConfig(key.reference().foreignTable).name),
    );
  for (const _ of names) {
    for (const name of names.filter(isOfAccount)) found.add(getTableConfig(tables[name]).name);
  }
  return names.filter((name) => name !== 'authUsers' && found.has(getTableConfig(tables[name]).name));
}

describeOnBothEngines('proving an address', ({ openDb }) => {
  test('deletes all earlier access to its account only', {
    tags: ['proven-address'],
  }, async () => {
    const db = await openDb();
    const rows = everyTable(3);
    await insertRows(db, rows);
    const accounts = rows.get('authUsers') ?? [];
    await db.transact((tx) => dropAccess({ sessionsEnded: () => undefined }, tx, String(accounts[0]?.id)));
    const left = await readAll(db);
    const counts = tablesOfAccounts().map((name) => [name, left.get(name)?.length]);
    expect(counts).toEqual(tablesOfAccounts().map((name) => [name, 2]));
    expect(tablesOfAccounts()).toContain('pushSubscriptions');
  });
});
