import { createHash, randomBytes } from 'node:crypto';
import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../server/src/db/database.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import { hashToken } from '../../../server/src/identity/links.ts';
import { isPassword } from '../../../server/src/identity/password.ts';
import { createLog } from '../../../server/src/log.ts';
import { createDatabase, engines } from '../../support/database.ts';
import { type Discord, type DiscordPerson, startDiscord } from '../../support/discord.ts';
import { type ProviderServer, startProvider } from '../../support/provider.ts';

// The real hash at the least cost: the model hashes thousands of passwords, and guesses none.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const hash: typeof real.hash = (password, options) =>
    real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...real, hash };
});

const ATTACKER_PASSWORD = 'selvage with another spelling';
const OWNER_PASSWORD = 'raw denim, soaked once';
const STEPS_MAX = 5;
/** So many differing states are reached at least: with fewer, some step has stopped doing anything. */
const STATES_MIN = 20;
/** Of all servers on one database. */
const AUTH_SECRET = 's'.repeat(32);

/** One attacker and one owner of the mailbox that ADMIN_EMAILS names, with addresses of their own in each world. */
class World {
  static count = 0;
  readonly attacker: string;
  readonly owner: string;
  readonly attackerDiscord: DiscordPerson;
  readonly ownerDiscord: DiscordPerson;
  /** Every session that the attacker has ever had. */
  readonly sessions: Session[] = [];
  /** Codes of finished Discord sign-ins that the attacker has not exchanged yet. */
  readonly codes: { code: string; verifier: string }[] = [];
  readonly used = new Set<string>();
  private readonly server: ProviderServer;
  private readonly discord: Discord;

  constructor(server: ProviderServer, discord: Discord) {
    this.server = server;
    this.discord = discord;
    World.count += 1;
    this.attacker = `attacker${World.count}@example.com`;
    this.owner = `boss${World.count}@example.com`;
    this.attackerDiscord = discord.become({ email: this.attacker });
    this.ownerDiscord = discord.become({ email: this.owner });
    (server.config.identity.adminEmails as string[]).push(this.owner);
  }

  private ask(path: string, init?: RequestInit) {
    return fetch(`${this.server.url}/auth/v1${path}`, { redirect: 'manual', ...init });
  }

  /** A sign-in at Discord, up to the code that is to be exchanged for a session. */
  private async discordCode(person: DiscordPerson) {
    this.discord.become(person);
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      provider: 'discord',
      redirect_to: this.server.url,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 's256',
    });
    const left = await this.ask(`/authorize?${query}`);
    const cookie = (left.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const back = this.discord.approve(left.headers.get('location') ?? '');
    const came = await fetch(back, { redirect: 'manual', headers: { cookie } });
    const code = new URL(came.headers.get('location') ?? '').searchParams.get('code');
    return code ? { code, verifier } : null;
  }

  private async trade({ code, verifier }: { code: string; verifier: string }): Promise<Session | null> {
    const answer = await this.ask('/token?grant_type=pkce', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    });
    return answer.ok ? ((await answer.json()) as Session) : null;
  }

  /** The attacker keeps whatever session they can get, and adds an authenticator app to it. */
  private async seize(session: Session | null | undefined, auth?: GoTrueClient): Promise<void> {
    if (!session) return;
    const client = auth ?? this.server.client();
    await client.setSession(session);
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
    if (factor) {
      const code = codeAt(decodeBase32IgnorePadding(factor.totp.secret), stepAt(new Date()));
      await client.mfa.challengeAndVerify({ factorId: factor.id, code });
    }
    const { data } = await client.getSession();
    this.sessions.push(data.session ?? session);
  }

  /** Presses the button of every link that waits in a mailbox. */
  private async press(mailbox: string, password: string): Promise<void> {
    for (const { to, link = '' } of [...this.server.mails]) {
      const { searchParams } = new URL(link);
      const [token, type] = [searchParams.get('token'), searchParams.get('type')];
      if (to !== mailbox || !token || !type || type === 'recovery' || this.used.has(token)) continue;
      this.used.add(token);
      const body = new URLSearchParams({ token, type, password });
      await this.ask('/verify', { method: 'POST', body });
    }
  }

  private async recoveryToken(): Promise<string> {
    await this.server.client().resetPasswordForEmail(this.owner);
    const mail = this.server.mails.findLast(
      ({ to, link }) => to === this.owner && link?.includes('recovery'),
    );
    return new URL(mail?.link ?? 'http://none').searchParams.get('token') ?? '';
  }

  readonly steps = {
    'the attacker signs up with the address of the owner': async () => {
      const auth = this.server.client();
      const { data } = await auth.signUp({ email: this.owner, password: ATTACKER_PASSWORD });
      await this.seize(data.session, auth);
    },
    'the attacker signs in with Discord': async () => {
      const kept = await this.discordCode(this.attackerDiscord);
      if (kept) this.codes.push(kept);
      const used = await this.discordCode(this.attackerDiscord);
      if (used) await this.seize(await this.trade(used));
    },
    'the attacker asks for the address of the owner': async () => {
      for (const session of this.sessions) {
        const auth = this.server.client();
        await auth.setSession(session);
        await auth.updateUser({ password: ATTACKER_PASSWORD });
        await auth.updateUser({ email: this.owner });
      }
    },
    'both press the buttons in their mails': async () => {
      await this.press(this.attacker, ATTACKER_PASSWORD);
      await this.press(this.owner, OWNER_PASSWORD);
    },
    'the owner recovers on the page': async () => {
      const body = new URLSearchParams({
        token: await this.recoveryToken(),
        type: 'recovery',
        password: OWNER_PASSWORD,
      });
      await this.ask('/verify', { method: 'POST', body });
    },
    'the owner recovers with a program': async () => {
      const token_hash = await this.recoveryToken();
      await this.server.client().verifyOtp({ token_hash, type: 'recovery' });
    },
    'the owner signs in with Discord': async () => {
      const code = await this.discordCode(this.ownerDiscord);
      if (code) await this.trade(code);
    },
  };

  /** Every session that the attacker can use or get now. */
  async sessionsOfAttacker(): Promise<Session[]> {
    const found = [...this.sessions];
    for (const { refresh_token } of this.sessions) {
      const { data } = await this.server.client().refreshSession({ refresh_token });
      if (data.session) found.push(data.session);
    }
    for (const email of [this.attacker, this.owner]) {
      const { data } = await this.server.client().signInWithPassword({ email, password: ATTACKER_PASSWORD });
      if (data.session) found.push(data.session);
    }
    for (const kept of this.codes) {
      const session = await this.trade(kept);
      if (session) found.push(session);
    }
    const code = await this.discordCode(this.attackerDiscord);
    const session = code && (await this.trade(code));
    if (session) found.push(session);
    return found;
  }
}
type Step = keyof World['steps'];

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** What a world has come to, without ids and times: worlds that look alike go on alike. */
async function stateOf(
  db: Database,
  { attacker, owner, attackerDiscord }: World,
  mails: ProviderServer['mails'],
) {
  const all = await db.read(async ({ q, t }) => ({
    accounts: await q.select().from(t.authUsers),
    identities: await q.select().from(t.authIdentities),
    factors: await q.select().from(t.authFactors),
    sessions: await q.select().from(t.authSessions),
    links: await q.select().from(t.authLinks),
    flows: await q.select().from(t.authFlows),
    members: await q.select().from(t.users),
  }));
  const passwordOf = async (hash: string | null) =>
    hash && ((await isPassword(ATTACKER_PASSWORD, hash)) ? 'attacker' : 'owner');
  const mailedTo = new Map(mails.map(({ to, link = '' }) => [hashToken(tokenOf(link)), to]));
  const name = (email: string) => (email === attacker ? 'attacker' : 'owner');
  const state = [];
  for (const account of all.accounts) {
    if (account.email !== attacker && account.email !== owner) continue;
    const mine = <T extends { userId: string | null }>(rows: T[]) =>
      rows.filter(({ userId }) => userId === account.id);
    const { id, email, passwordHash, confirmedAt, isAutoConfirmed } = account;
    state.push({
      email: name(email),
      password: await passwordOf(passwordHash),
      isConfirmed: confirmedAt !== null,
      isAutoConfirmed,
      hasChanged: 'emailChangedAt' in account && account.emailChangedAt !== null,
      identities: mine(all.identities).map(({ provider, subject }) =>
        provider === 'email' ? provider : subject === attackerDiscord.id,
      ),
      factors: Math.min(1, mine(all.factors).length),
      sessions: Math.min(1, mine(all.sessions).length),
      flows: Math.min(1, mine(all.flows).length),
      links: await Promise.all(
        mine(all.links).map(async ({ hash, type, isLast, passwordHash: proposed }) =>
          [type, isLast, await passwordOf(proposed), mailedTo.get(hash) === owner].join(' '),
        ),
      ).then((links) => [...new Set(links)].sort()),
      isAdmin: all.members.some((member) => member.id === id && member.isAdmin),
    });
  }
  return JSON.stringify(state.sort((a, b) => a.email.localeCompare(b.email)));
}

const empty = (db: Database) =>
  db.transact(async ({ q, t }) => {
    await q.delete(t.authUsers).returning({ id: t.authUsers.id });
    await q.delete(t.users).returning({ id: t.users.id });
  });

describe.each(engines())('an address of somebody else (%s)', (engine) => {
  let db: Database;
  let discord: Discord;
  let removeDatabase: () => Promise<unknown>;
  beforeAll(async () => {
    const database = await createDatabase(engine);
    removeDatabase = database.remove;
    db = await openDatabase(database.url, createLog('error'));
    discord = await startDiscord();
  });
  afterAll(async () => {
    await discord.close();
    await db.close();
    await removeDatabase();
  });

  test.each([
    ['need no confirmation', 'true'],
    ['are confirmed by mail', 'false'],
  ])(
    'where addresses %s, no order of five steps lets the attacker into an account whose address the owner has proven, or makes the attacker an admin',
    { timeout: 300_000 },
    async (_, autoconfirm) => {
      const server = await startProvider(db, { ...discord.env, AUTH_AUTOCONFIRM: autoconfirm, AUTH_SECRET });
      const failures: string[] = [];
      const seen = new Set<string>();
      let paths: Step[][] = [[]];
      while (paths.length > 0) {
        const next: Step[][] = [];
        for (const path of paths) {
          server.mails.length = 0;
          await empty(db);
          const world = new World(server, discord);
          for (const step of path) await world.steps[step]();
          const state = await stateOf(db, world, server.mails);
          // Another order has led to the same state, and every step from there is tried in that one.
          if (seen.has(state)) continue;
          seen.add(state);
          if (path.length < STEPS_MAX) {
            next.push(...(Object.keys(world.steps) as Step[]).map((step) => [...path, step]));
          }
          for (const session of await world.sessionsOfAttacker()) {
            const actor = await server
              .authenticate(session.access_token, { isBeforeSecondStep: true })
              .catch(() => null);
            if (!actor) continue;
            const [account] = await db.read(({ q, t }) =>
              q
                .select()
                .from(t.authUsers)
                .then((rows) => rows.filter(({ id }) => id === actor.id)),
            );
            const isProven = account?.confirmedAt && !account.isAutoConfirmed;
            if (account?.email === world.owner && isProven) failures.push(`gets in: ${path.join(', ')}`);
            if (actor.isAdmin) failures.push(`is admin: ${path.join(', ')}`);
          }
        }
        paths = next;
      }
      await server.close();
      expect([...new Set(failures)]).toEqual([]);
      expect(seen.size).toBeGreaterThan(STATES_MIN);
    },
  );
});
