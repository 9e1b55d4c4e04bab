import { expect, test } from 'vitest';
import { BLOCKED_TABLE } from '../../support/contract/blocked-table.ts';
import { callAsBlocked } from '../../support/contract/every-blocked.ts';
import { TABLE } from '../../support/contract/role-table.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

describeOnEngines('a blocked member', ({ engine }) => {
  // About 130 calls, each with new fixtures: long on a busy machine.
  test('reaches only the members in the table', { timeout: 240_000 }, async () => {
    expect(await callAsBlocked(TABLE, { engine })).toEqual(BLOCKED_TABLE);
  });
});
