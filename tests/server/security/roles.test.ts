import { expect, test } from 'vitest';
import { addressOf } from '../../support/contract/every-call.ts';
import { callInEveryRole, openRoles } from '../../support/contract/every-role.ts';
import { TABLE } from '../../support/contract/role-table.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

describeOnEngines('permissions by role', ({ openDb }) => {
  test('every role gets the expected response from every endpoint, and no endpoint is missing from the table', {
    timeout: 240_000,
  }, async () => {
    const { endpoints, answers } = await callInEveryRole(await openDb(), TABLE);
    const registered = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(Object.keys(TABLE).toSorted()).toEqual(registered.toSorted());
    const statuses = Map.groupBy(answers, ({ call }) => call);
    expect(
      Object.fromEntries([...statuses].map(([call, of]) => [call, of.map(({ status }) => status)])),
    ).toEqual(Object.fromEntries(Object.entries(TABLE).map(([call, [row]]) => [call, row])));
  });

  test('every endpoint, including writes, responds 404 for what does not exist', async () => {
    const { contract, people, make } = await openRoles(await openDb());
    const statuses: Record<string, number> = {};
    // Lifting a block that does not exist succeeds, because the requested state already holds.
    const about = Object.entries(TABLE).filter(
      ([call]) => call.includes(':') && call !== 'DELETE /api/blocks/:userId',
    );
    for (const [call, [, body]] of about) {
      const [method = '', path = ''] = call.split(' ');
      const caller = path.startsWith('/api/admin') ? people.admin : people.other;
      const things = await make(caller);
      const missing = addressOf({ path });
      statuses[call] = (await contract.call(method, missing, caller.token, body?.(things))).status;
    }
    await contract.close();
    expect(statuses).toEqual(Object.fromEntries(about.map(([call]) => [call, 404])));
  });
});
