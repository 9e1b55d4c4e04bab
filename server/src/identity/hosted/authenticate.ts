import { createBoundedCache } from '../../cache/bounded-cache.ts';
import type { Actor, AuthenticateOptions } from '../../core/actor.ts';
import { unauthorized } from '../../core/errors.ts';
import { mediaUrl } from '../../core/media-url.ts';
import type { Database } from '../../db/database.ts';
import { isDeleted } from '../../members/deleted.ts';
import { isFresh } from '../proof/fresh.ts';
import { findMe } from '../queries.ts';
import { secondStepMissing } from '../sessions/level.ts';
import { isBanned } from '../sessions/sign-in.ts';
import { mirrorAccount } from './mirror-account.ts';
import { findEnded, findUsername } from './queries.ts';
import type { Remote } from './remote.ts';
import type { HostedClaims } from './token-check.ts';

/** How long a person is served from memory before the database is asked again. */
const FRESH_MS = 5_000;

interface Parts {
  db: Database;
  remote: Remote;
  adminEmails: readonly string[];
}

interface LiveSession {
  actor: Omit<Actor, 'expiresAt'>;
  hasSecondStep: boolean;
  /** The expiry of the newest token that the provider was asked about, in seconds since the epoch. */
  metUntil: number;
  /** When the member last entered a password, a code or the like; null where the token does not tell. */
  provenAt: Date | null;
  /** By `performance.now()`, which nobody sets back. */
  checkedAt: number;
}

const provenAt = ({ amr }: HostedClaims): Date | null =>
  amr.length === 0 ? null : new Date(Math.max(...amr.map(({ timestamp }) => timestamp)) * 1000);

/**
 * Finds out who sends an access token of the hosted provider, which is asked once about each token: a new one may be
 * due to two-step sign-in that was turned on or off.
 */
export function createHostedAuthenticator({ db, remote, adminEmails }: Parts) {
  const live = createBoundedCache<LiveSession>();
  /** Sessions that ended: a read that began before the end must not revive one. */
  const ended = createBoundedCache<true>();

  async function member({ sub: userId, session_id: sessionId }: HostedClaims) {
    const { row, known, end } = await db.read(async (conn) => ({
      row: await findMe(conn, userId),
      known: (await findUsername(conn, userId))[0],
      end: (await findEnded(conn, sessionId))[0],
    }));
    // The provider's tokens of a session that was ended here may still be valid.
    if (end) throw unauthorized();
    // The provider may still have an account that was deleted here.
    if ((row && isBanned(row.account)) || (known && isDeleted(known))) throw unauthorized();
    return row;
  }

  /** Asks the provider about a token, and mirrors its account. @returns whether the person has two-step sign-in. */
  async function meet(token: string, { sub, session_id: sessionId }: HostedClaims): Promise<boolean> {
    const user = await remote.user(token);
    if (user.id !== sub) throw unauthorized();
    const { mailer_autoconfirm: isAutoConfirmed } = await remote.settings();
    await db.transact((tx) => mirrorAccount(tx, { user, sessionId, isAutoConfirmed, adminEmails }));
    return user.factors?.some(({ status }) => status === 'verified') ?? false;
  }

  async function load(
    token: string,
    claims: HostedClaims,
    known: LiveSession | undefined,
  ): Promise<LiveSession> {
    let row = await member(claims);
    let { hasSecondStep, metUntil } = known ?? { hasSecondStep: false, metUntil: 0 };
    if (!row || claims.exp > metUntil) {
      hasSecondStep = await meet(token, claims);
      metUntil = claims.exp;
      // The person's other sessions began before two-step sign-in was set up, and their tokens may last for a while.
      if (hasSecondStep) for (const one of live.values()) one.hasSecondStep ||= one.actor.id === claims.sub;
      row = await member(claims);
    }
    if (!row) throw unauthorized();
    const { id, username, profileImageKey, isAdmin } = row.member;
    const profileImageUrl = profileImageKey === null ? null : mediaUrl(profileImageKey);
    const actor = { id, username, profileImageUrl, isAdmin, sessionId: claims.session_id };
    return { actor, hasSecondStep, metUntil, provenAt: provenAt(claims), checkedAt: performance.now() };
  }

  return {
    async authenticate(
      token: string,
      { isBeforeSecondStep = false }: AuthenticateOptions = {},
    ): Promise<Actor> {
      const claims = await remote.verify(token);
      if (ended.has(claims.session_id)) throw unauthorized();
      let session = live.get(claims.session_id);
      const isStale = !session || performance.now() - session.checkedAt > FRESH_MS;
      if (!session || isStale || claims.exp > session.metUntil) {
        session = await load(token, claims, session);
        if (ended.has(claims.session_id)) throw unauthorized();
        live.set(claims.session_id, session);
      }
      if (session.actor.id !== claims.sub) throw unauthorized();
      if (session.hasSecondStep && claims.aal !== 'aal2' && !isBeforeSecondStep) throw secondStepMissing();
      return { ...session.actor, expiresAt: new Date(claims.exp * 1000) };
    },
    /** Whether the member of a session, as it last authenticated here, has signed in within the last minutes. */
    isFresh: (sessionId: string): boolean => {
      const session = live.get(sessionId);
      return session !== undefined && isFresh(session);
    },
    forget(sessionId: string): void {
      live.delete(sessionId);
      ended.set(sessionId, true);
    },
  };
}
