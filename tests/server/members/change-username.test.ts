import type { Profile } from '@selvedge/shared/members/users';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeSettings } from '../../../server/src/instance/settings/change-settings.ts';
import { changeUsername } from '../../../server/src/members/change-username.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../support/servers/database.ts';
import { openWorld, type World } from '../../support/world.ts';

const DAY = 86_400_000;
const RULES = 'Usernames are 3 to 20 letters and numbers, and can be changed once every 7 days.';
const TAKEN = `This username is already taken. ${RULES}`;

let db: Database;
let shop: World;
let ana: Actor;
let ben: Actor;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  ({ db } = shop);
  ana = await shop.join('ana');
  ben = await shop.join('ben');
}
const inDays = (days: number) => new Date(Date.now() + days * DAY);
/** The error of a refused change, or null. */
const changeError = (actor: Actor, name: string, at?: Date): Promise<unknown> =>
  changeUsername(db, actor, name, at).then(
    () => null,
    ({ code, message }) => ({ code, message }),
  );
const invalid = (problem: string) => ({ code: 'invalid_input', message: `${problem} ${RULES}` });
const nameAt = async (address: string): Promise<string | number> => {
  const response = await shop.call('GET', `/api/users/${address}`);
  return response.ok ? ((await response.json()) as Profile).username : response.status;
};

describeOnBothEngines('a username', ({ engine }) => {
  beforeEach(() => open(engine));

  test('can be changed once in seven days', { tags: ['cooldowns'] }, async () => {
    expect(await changeError(ana, 'Selvage')).toBeNull();
    expect(await changeError(ana, 'twill', inDays(2))).toEqual(
      invalid('You can change your username again in 5d.'),
    );
    expect(await changeError(ana, 'twill', inDays(6 + 22.5 / 24))).toEqual(
      invalid('You can change your username again in 2h.'),
    );
    expect(await changeError(ana, 'twill', inDays(7.01))).toBeNull();
    expect(await nameAt('twill')).toBe('twill');
  });

  test('redirects to the new one for thirty days', async () => {
    await changeUsername(db, ana, 'twill');
    expect(await nameAt('Ana')).toBe('twill');
    expect((await shop.call('GET', '/api/users/ana/listings')).status).toBe(200);
    expect(await changeError(ben, 'ana', inDays(29))).toEqual({ code: 'conflict', message: TAKEN });
    expect(await nameAt('ben')).toBe('ben');
    expect(await changeError(ben, 'ana', inDays(31))).toBeNull();
    expect(await nameAt('ana')).toBe('ana');
  });

  test('no longer resolves thirty days after a change', async () => {
    await changeUsername(db, ana, 'twill', inDays(-31));
    expect(await nameAt('ana')).toBe(404);
  });

  describe('requested by several members at once', () => {
    test('goes to one of ten', async () => {
      const members = await Promise.all(Array.from({ length: 10 }, (_, i) => shop.join(`person${i}`)));
      const results = await Promise.all(members.map((person) => changeError(person, 'Twill')));
      expect(results.filter((result) => result === null)).toHaveLength(1);
      for (const result of results) if (result) expect(result).toEqual({ code: 'conflict', message: TAKEN });
    });

    test('cannot be taken while its owner is changing it', async () => {
      const results = await Promise.all([changeError(ana, 'twill'), changeError(ben, 'ana')]);
      expect(results).toEqual([null, { code: 'conflict', message: TAKEN }]);
    });

    test('two members who try to swap keep theirs', async () => {
      for (let round = 0; round < 5; round += 1) {
        const results = await Promise.all([changeError(ana, 'ben'), changeError(ben, 'ana')]);
        expect(results).toEqual(Array(2).fill({ code: 'conflict', message: TAKEN }));
      }
    });

    test('a member who requests two names gets one', async () => {
      const results = await Promise.all([changeError(ana, 'twill'), changeError(ana, 'denim')]);
      expect(results.filter((result) => result === null)).toHaveLength(1);
    });
  });
});

describeOnEngines('a username', ({ engine }) => {
  beforeEach(() => open(engine));

  test.each([
    ['', 'Username cannot be empty.'],
    ['ab', 'Username must be 3 to 20 characters long.'],
    ['a'.repeat(21), 'Username must be 3 to 20 characters long.'],
    ['ana banana', 'Username can only contain letters and numbers.'],
    ['ana_b', 'Username can only contain letters and numbers.'],
    ['änä', 'Username can only contain letters and numbers.'],
    ['Support', 'This username is reserved.'],
    ['ana', 'No changes: this is already your username.'],
  ])('cannot become "%s"', async (name, problem) => {
    expect(await changeError(ana, name)).toEqual(invalid(problem));
    expect(await nameAt('ana')).toBe('ana');
  });

  test('cannot become the name of the instance', {
    tags: ['reserved-usernames'],
  }, async () => {
    const tide = await shop.join('tide');
    await changeSettings(db, { name: 'T-ide' }, null);
    expect(await changeError(ana, 'Tide')).toEqual(invalid('This username is reserved.'));
    expect(await nameAt('tide')).toBe('tide');
    expect(await changeError(tide, 'twill')).toBeNull();
    await changeSettings(db, { name: 'Ebb' }, null);
    expect(await changeError(ana, 'tideline')).toBeNull();
  });

  test('of another member is taken, regardless of case', async () => {
    expect(await changeError(ana, 'BEN')).toEqual({ code: 'conflict', message: TAKEN });
    expect(await nameAt('ana')).toBe('ana');
  });

  test('can change only its letter case', async () => {
    expect(await changeError(ana, 'Ana')).toBeNull();
    expect(await nameAt('ana')).toBe('Ana');
  });

  test('can be taken back by its former owner', async () => {
    await changeUsername(db, ana, 'twill');
    expect(await changeError(ana, 'ana', inDays(8))).toBeNull();
    expect(await nameAt('ana')).toBe('ana');
    expect(await nameAt('twill')).toBe('ana');
  });

  test('that was never used is not found', async () => {
    expect(await nameAt('nobody9')).toBe(404);
    expect(await nameAt('%00')).toBe(404);
  });
});
