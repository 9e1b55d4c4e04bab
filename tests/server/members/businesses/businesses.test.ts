import type { ListingDetails } from '@selvedge/shared/items/listings';
import type { Profile } from '@selvedge/shared/members/users';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRows } from '../../../support/data/rows.ts';
import { joinWorld, PASSWORD } from '../../../support/people/account.ts';
import { bothEngines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const DECLARED = {
  name: 'Marlow Vintage GmbH',
  address: 'Hauptstr. 1\n10115 Berlin',
  email: 'shop@example.com',
  registerNumber: null,
};

describe.each(bothEngines())('a business seller (%s)', (engine) => {
  let server: World;
  beforeEach(async () => {
    server = await startWorld({ engine });
  });
  afterEach(() => server.close());

  test('shows what they declare until they withdraw it', async () => {
    const seller = await joinWorld(server, 'marlow');
    const listing = await seller.list();
    const read = async <T>(path: string) => (await (await fetch(server.url + path)).json()) as T;
    const shown = async () => [
      (await read<Profile>(`/api/users/${seller.username}`)).business,
      (await read<ListingDetails>(`/api/listings/${listing.id}`)).seller.business,
    ];
    const declare = (json: object) => seller.request('PUT', '/api/auth/user/business', json);
    expect(await shown()).toEqual([null, null]);
    expect(await (await declare(DECLARED)).json()).toEqual(DECLARED);
    expect(await shown()).toEqual([DECLARED, DECLARED]);
    const changed = { ...DECLARED, registerNumber: 'HRB 123' };
    expect((await declare(changed)).status).toBe(200);
    expect(await shown()).toEqual([changed, changed]);
    const page = await (await fetch(`${server.url}/listing/${listing.id}`)).text();
    expect(page).toContain('HRB 123');
    const archive = await (await seller.request('GET', '/api/auth/export')).arrayBuffer();
    const exported = unzipSync(new Uint8Array(archive))['business.json'] ?? new Uint8Array();
    expect(JSON.parse(strFromU8(exported))).toEqual(changed);
    expect((await seller.request('DELETE', '/api/auth/user/business')).status).toBe(204);
    expect(await shown()).toEqual([null, null]);

    await declare(DECLARED);
    expect((await seller.request('DELETE', '/api/auth/user', { password: PASSWORD })).status).toBe(204);
    expect(await readRows(server.db, 'businesses')).toEqual([]);
  });

  test('must declare every field that the form requires', async () => {
    const seller = await joinWorld(server, 'marlow');
    for (const [field, value, message] of [
      ['name', ' ', 'Business name is required'],
      ['name', 'x'.repeat(101), 'Business name can be up to 100 characters'],
      ['address', '', 'Address is required'],
      ['address', 'x'.repeat(301), 'Address can be up to 300 characters'],
      ['email', 'nobody', 'Enter a valid e-mail address'],
      ['registerNumber', 'x'.repeat(101), 'Register number can be up to 100 characters'],
    ]) {
      const refused = await seller.request('PUT', '/api/auth/user/business', {
        ...DECLARED,
        [field ?? '']: value,
      });
      expect([refused.status, await refused.json()]).toMatchObject([400, { message }]);
    }
  });
});
