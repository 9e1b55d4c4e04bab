import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { compareDurations } from '../../support/measuring/durations.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const OTHER = 'another good password';
const PATIENCE = { timeout: 60_000, interval: 2 };

let memberCount = 0;
const nextEmail = () => {
  memberCount += 1;
  return `timed${memberCount}@example.com`;
};

describe.each(bothEngines())('no duration reveals whether an address is known (%s)', (engine) => {
  const server = worldForAll({ engine });

  /**
   * The number of recorded recovery requests; each is recorded after the response, for known and unknown
   * addresses alike.
   */
  async function recoveries(): Promise<number> {
    return server.db.read(({ q, t: { authAudit } }) =>
      q
        .select({ id: authAudit.id })
        .from(authAudit)
        .where(eq(authAudit.action, 'recovery_asked'))
        .then((rows) => rows.length),
    );
  }

  test('recover takes equally long for every address', { timeout: 240_000 }, async () => {
    const { email: known } = await server.signUp();
    let requested = await recoveries();
    const requestLink = (email: string) => {
      requested += 1;
      return server.call('POST', '/auth/v1/recover', { json: { email } });
    };
    const done = () => vi.waitUntil(async () => (await recoveries()) === requested, PATIENCE);
    expect(
      await compareDurations(30, [() => requestLink(known), () => requestLink('nobody@example.com')], done),
    ).toBeAlike();
  });

  test('a wrong password takes equally long for every address', {
    tags: ['account-enumeration'],
    timeout: 240_000,
  }, async () => {
    const { email: known } = await server.signUp();
    const requestLink = (email: string) =>
      server.call('POST', '/auth/v1/token?grant_type=password', { json: { email, password: OTHER } });
    expect(
      await compareDurations(60, [() => requestLink(known), () => requestLink(nextEmail())]),
    ).toBeAlike();
  });

  test('sign-up takes equally long for every address', {
    tags: ['account-enumeration'],
    timeout: 240_000,
  }, async () => {
    const { email: known } = await server.signUp();
    const requestLink = (email: string) =>
      server.call('POST', '/auth/v1/signup', { json: { email, password: OTHER } });
    expect(
      await compareDurations(60, [() => requestLink(known), () => requestLink(nextEmail())]),
    ).toBeAlike();
  });
});
