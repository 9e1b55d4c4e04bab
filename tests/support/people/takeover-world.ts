import { createHash, randomBytes } from 'node:crypto';
import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import type { Session } from '@supabase/auth-js';
import { codeAt, stepAt } from '../../../server/src/identity/factors/totp.ts';
import type { Discord, DiscordPerson } from '../peers/discord.ts';
import type { ProviderServer } from '../peers/provider.ts';
import { clientOf, codeInMail } from './two-step.ts';

export const ATTACKER_PASSWORD = 'selvage with another spelling';
const OWNER_PASSWORD = 'raw denim, soaked once';

/**
 * One attacker, and one owner of the mailbox named in ADMIN_EMAILS, with different addresses in each world.
 */
export class World {
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

  /** A sign-in at Discord, up to the code that is exchanged for a session. */
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

  /** The attacker supplies a fresh proof: their password, or a code from their own mailbox. */
  private async prove({ access_token }: Session): Promise<void> {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const send = (proof: object) =>
      this.ask('/reauthenticate', { method: 'POST', headers, body: JSON.stringify(proof) });
    await send({ password: ATTACKER_PASSWORD });
    await this.ask('/reauthenticate', { headers });
    const mail = this.server.mails.findLast(
      ({ to, text }) => to === this.attacker && codeInMail(text) !== '',
    );
    if (mail) await send({ nonce: codeInMail(mail.text) });
  }

  /** Stores a session as the attacker's, and adds an authenticator app and recovery codes to it. */
  private async seize(session: Session | null | undefined): Promise<void> {
    if (!session) return;
    const client = clientOf(this.server.url);
    await client.setSession(session);
    await this.prove(session);
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
    if (factor) {
      const code = codeAt(decodeBase32IgnorePadding(factor.totp.secret), stepAt(new Date()));
      await client.mfa.challengeAndVerify({ factorId: factor.id, code });
      await client.mfa.recoveryCodes.generate();
    }
    const { data } = await client.getSession();
    this.sessions.push(data.session ?? session);
  }

  /** Presses the button of every link waiting in a mailbox. */
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
      await this.seize(data.session);
    },
    'the attacker signs in with Discord': async () => {
      const code = await this.discordCode(this.attackerDiscord);
      if (code) this.codes.push(code);
      const used = await this.discordCode(this.attackerDiscord);
      if (used) await this.seize(await this.trade(used));
    },
    'the attacker asks for the address of the owner': async () => {
      for (const session of this.sessions) {
        const auth = this.server.client();
        await auth.setSession(session);
        await this.prove(session);
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
    for (const code of this.codes) {
      const session = await this.trade(code);
      if (session) found.push(session);
    }
    const code = await this.discordCode(this.attackerDiscord);
    const session = code && (await this.trade(code));
    if (session) found.push(session);
    return found;
  }
}
export type Step = keyof World['steps'];
