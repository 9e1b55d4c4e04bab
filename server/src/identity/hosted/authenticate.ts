import { isDeleted } from '../../members/public.ts';
import { createBoundedCache } from '../../platform/cache/bounded-cache.ts';
import type { Actor, AuthenticateOptions } from '../../platform/core/actor.ts';
import { unauthorized } from '../../platform/core/errors.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import type { Database } from '../../platform/db/database.ts';
import { isFresh } from '../proof/fresh.ts';
import { findEnded, findMe } from '../queries.ts';
import { isBanned } from '../sessions/banned.ts';
import { secondStepMissing } from '../sessions/level.ts';
import { mirrorAccount } from './mirror-account.ts';
import { findUsername } from './queries.ts';
import type { Remote } from './remote.ts';
import type { HostedClaims } from './token-check.ts';

/** How long a session is served from memory before it is read from the database again. */
const FRESH_MS = 5_000;

interface Parts {
  db: Database;
  remote: Remote;
  adminEmails: readonly string[];
}

interface LiveSession {
  actor: Omit<Actor, 'expiresAt'>;
  hasSecondStep: boolean;
  /** The expiry of the newest token checked with the provider, in seconds since the epoch. */
  syncedUntil: number;
  /** When the member last entered a password, a code or the like; null if the token does not say. */
  provenAt: Date | null;
  /** By `performance.now()`, which is monotonic. */
  checkedAt: number;
}

const provenAt = ({ amr }: HostedClaims): Date | null =>
  amr.length === 0 ? null : new Date(Math.max(...amr.map(({ timestamp }) => timestamp)) * 1000);

/** Asks the provider once per token: a new one may mean that two-step sign-in was turned on or off. */
export function createHostedAuthenticator({ db, remote, adminEmails }: Parts) {
  const live = createBoundedCache<LiveSession>();
  /** Ended sessions, remembered because a read that started before the end must not revive one. */
  const ended = createBoundedCache<true>();

  async function readMember({ sub: userId, session_id: sessionId }: HostedClaims) {
    const { row, known, end } = await db.read(async (conn) => ({
      row: await findMe(conn, userId),
      known: (await findUsername(conn, userId))[0],
      end: (await findEnded(conn, sessionId))[0],
    }));
    // The provider's tokens of a session that ended here may still be valid.
    if (end) throw unauthorized();
    // The provider may still have an account that was deleted here.
    if ((row && isBanned(row.account)) || (known && isDeleted(known))) throw unauthorized();
    return row;
  }

  /** Mirrors the token's account. @returns whether the member has two-step sign-in */
  async function syncAccount(token: string, { sub, session_id: sessionId }: HostedClaims): Promise<boolean> {
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
    let row = await readMember(claims);
    let { hasSecondStep, syncedUntil } = known ?? { hasSecondStep: false, syncedUntil: 0 };
    if (!row || claims.exp > syncedUntil) {
      hasSecondStep = await syncAccount(token, claims);
      syncedUntil = claims.exp;
      // The member's other sessions predate two-step sign-in, and their tokens may stay valid for a while.
      if (hasSecondStep) for (const one of live.values()) one.hasSecondStep ||= one.actor.id === claims.sub;
      row = await readMember(claims);
    }
    if (!row) throw unauthorized();
    const { id, username, profileImageKey, isAdmin } = row.member;
    const profileImageUrl = profileImageKey === null ? null : mediaUrl(profileImageKey);
    const actor = { id, username, profileImageUrl, isAdmin, sessionId: claims.session_id };
    return { actor, hasSecondStep, syncedUntil, provenAt: provenAt(claims), checkedAt: performance.now() };
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
      if (!session || isStale || claims.exp > session.syncedUntil) {
        session = await load(token, claims, session);
        if (ended.has(claims.session_id)) throw unauthorized();
        live.set(claims.session_id, session);
      }
      if (session.actor.id !== claims.sub) throw unauthorized();
      if (session.hasSecondStep && claims.aal !== 'aal2' && !isBeforeSecondStep) throw secondStepMissing();
      return { ...session.actor, expiresAt: new Date(claims.exp * 1000) };
    },
    /** Whether the member signed in within the last few minutes, by the last token read here. */
    isFresh: (sessionId: string): boolean => {
      const session = live.get(sessionId);
      return session !== undefined && isFresh(session);
    },
    expire(userId: string): void {
      for (const one of live.values()) if (one.actor.id === userId) one.checkedAt = Number.NEGATIVE_INFINITY;
    },
    forget(sessionId: string): void {
      live.delete(sessionId);
      ended.set(sessionId, true);
    },
  };
}
