import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { readRows } from '../../support/data/rows.ts';
import { type OpenId, type OpenIdPerson, startOpenId } from '../../support/peers/openid.ts';
import { createBrowser } from '../../support/people/provider-browser.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

const VICTIM = 'victim@example.com';
const MALLORY = 'mallory@example.com';

describe.each(engines())('the address of a new OpenID member (%s)', (engine) => {
  let server: World;
  let openId: OpenId;
  const logged: string[] = [];
  beforeAll(async () => {
    const port = await freePort();
    openId = await startOpenId([`http://localhost:${port}`]);
    const log = createLog('warn', { write: (line) => void logged.push(line) });
    server = await startWorld({ engine, env: { ...openId.env, PORT: String(port) }, log });
  });
  afterAll(async () => {
    await server.close();
    await openId.close();
  });

  /** Signs a new person in. @returns the address of the account; the error's code without one */
  async function addressOf(person: Partial<OpenIdPerson>): Promise<string> {
    openId.become(person);
    const browser = createBrowser(server, 'oidc', openId.signIn);
    const { searchParams } = await browser.roundTrip();
    const code = searchParams.get('code');
    if (code === null) return searchParams.get('error_code') ?? '';
    const { user } = (await (await browser.exchange(code)).json()) as { user: { email: string } };
    return user.email;
  }

  test("does not take another document's verification", { tags: ['openid-address'] }, async () => {
    const verified = { inIdToken: { email: MALLORY, email_verified: true } };
    expect(await addressOf({ email: VICTIM, email_verified: undefined, ...verified })).toBe(MALLORY);
    const flagAlone = { inIdToken: { email_verified: true } };
    expect(await addressOf({ email: VICTIM, email_verified: undefined, ...flagAlone })).toBe(
      'provider_email_verification_missing',
    );
    const addressAlone = { inIdToken: { email: VICTIM } };
    expect(await addressOf({ email: undefined, email_verified: true, ...addressAlone })).toBe(
      'provider_email_verification_missing',
    );
    expect((await readRows(server.db, 'authUsers')).map(({ email }) => email)).not.toContain(VICTIM);
  });

  test('may be verified in the ID token alone', async () => {
    const inIdToken = { email: 'token@example.com', email_verified: true };
    expect(await addressOf({ email: undefined, email_verified: undefined, inIdToken })).toBe(
      'token@example.com',
    );
  });

  test.each([
    ['true', 'spelled@example.com', 'spelled@example.com'],
    ['false', 'refused@example.com', 'provider_email_needs_verification'],
  ])(
    'may be verified by the text %s',
    { tags: ['openid-address'] },
    async (email_verified, email, expected) => {
      expect(await addressOf({ email, email_verified })).toBe(expected);
    },
  );

  test.each([
    ['provider_email_needs_verification', { email_verified: false }, 'email_verified is false'],
    ['provider_email_verification_missing', { email_verified: undefined }, 'sent no email_verified'],
    ['provider_email_missing', { email: undefined }, 'sent no email'],
  ])('is refused as %s with a warning', { tags: ['openid-address'] }, async (code, person, warning) => {
    logged.length = 0;
    expect(await addressOf(person)).toBe(code);
    expect(logged.join()).toContain(warning);
    expect(logged.join()).not.toContain('@example.com');
  });
});
