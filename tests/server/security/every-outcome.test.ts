import { expect, test } from 'vitest';
import { callAsBlocked } from '../../support/contract/every-blocked.ts';
import { callInStates } from '../../support/contract/every-state.ts';
import { OUTCOMES } from '../../support/contract/outcome-table.ts';
import { TABLE } from '../../support/contract/role-table.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

/** A column of the table, without the calls that have none. */
const column = (index: 0 | 1 | 2) =>
  Object.fromEntries(
    Object.entries(OUTCOMES).flatMap(([call, row]) => (row[index] ? [[call, row[index]]] : [])),
  );

// About 130 calls each, with new fixtures: long on a busy machine.
describeOnEngines('every call of a member', ({ engine }) => {
  test('whose session has ended is refused', { tags: ['signed-out-calls'], timeout: 240_000 }, async () => {
    expect(await callInStates(['signedOut', 'suspended', 'deleted'], TABLE, { engine })).toEqual(column(0));
  });

  test('whom another has blocked reaches only the table', {
    tags: ['blocked-members'],
    timeout: 240_000,
  }, async () => {
    expect(await callAsBlocked(TABLE, { engine })).toEqual(column(2));
  });
});

test('every call over a limit is refused', { tags: ['budgets'], timeout: 240_000 }, async () => {
  const limits = ['overBudget', 'overText', 'overDecoding', 'overAllCalls'] as const;
  expect(await callInStates(limits, TABLE)).toEqual(column(1));
});
