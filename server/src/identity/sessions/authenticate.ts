import { ensureUser } from '../../members/public.ts';
import { createBoundedCache } from '../../platform/cache/bounded-cache.ts';
import type { Actor, AuthenticateOptions } from '../../platform/core/actor.ts';
import { unauthorized } from '../../platform/core/errors.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import { randomUsername } from '../accounts/random-username.ts';
import type { Provider } from '../context.ts';
import { findSignedIn, markDelivered } from '../queries.ts';
import { hashOf } from './access-token.ts';
import { isBanned } from './banned.ts';
import { provenLevel, secondStepMissing } from './level.ts';

/** How long a session is served from memory before it is read from the database again. */
const FRESH_MS = 5_000;

interface LiveSession {
  actor: Omit<Actor, 'expiresAt'>;
  delivered: number;
  aal: string;
  hasSecondStep: boolean;
  /** By `performance.now()`, which clock changes do not affect. */
  checkedAt: number;
}

/** Every request and socket waits for this, so a session is cached until it is stale or ends here. */
export function createAuthenticator({ db, accessTokens }: Pick<Provider, 'db' | 'accessTokens'>) {
  const live = createBoundedCache<LiveSession>();
  /** Ended sessions, whose ids are never reused: a read that started before the end must not revive one. */
  const ended = createBoundedCache<true>();

  const find = (sessionId: string) => db.read((conn) => findSignedIn(conn, sessionId));

  async function load(sessionId: string, found = find(sessionId)): Promise<LiveSession> {
    let row = await found;
    if (row && !row.member) {
      const { id, promisedUsername } = row.account;
      await db.transact((tx) =>
        ensureUser(tx, { id, username: promisedUsername, anotherName: randomUsername }),
      );
      row = await find(sessionId);
    }
    if (!row?.member || isBanned(row.account)) throw unauthorized();
    const { id, username, profileImageKey, isAdmin } = row.member;
    const profileImageUrl = profileImageKey === null ? null : mediaUrl(profileImageKey);
    return {
      actor: { id, username, profileImageUrl, isAdmin, sessionId },
      delivered: row.delivered,
      aal: row.aal,
      hasSecondStep: row.hasSecondStep,
      checkedAt: performance.now(),
    };
  }

  return {
    async authenticate(
      token: string,
      { isBeforeSecondStep = false }: AuthenticateOptions = {},
    ): Promise<Actor> {
      let found: ReturnType<typeof find> | undefined;
      const findHash = async (sessionId: string) => {
        found = find(sessionId);
        return (await found)?.deliveredHash ?? null;
      };
      const claims = await accessTokens.verify(token, findHash).catch(() => {
        throw unauthorized();
      });
      let session = live.get(claims.session_id);
      const isStale = !session || performance.now() - session.checkedAt > FRESH_MS;
      // A token of another level shows that the session has changed since it was cached.
      if (!session || isStale || session.aal !== claims.aal) {
        session = await load(claims.session_id, found);
        if (ended.has(claims.session_id)) throw unauthorized();
        live.set(claims.session_id, session);
      }
      if (session.actor.id !== claims.sub) throw unauthorized();
      const lacksSecondStep = session.hasSecondStep && provenLevel(claims, session) !== 'aal2';
      if (lacksSecondStep && !isBeforeSecondStep) throw secondStepMissing();
      if (claims.rtc > session.delivered) {
        // The client has the reply with this token: an older refresh token no longer means a lost reply.
        session.delivered = claims.rtc;
        await db.transact((tx) => markDelivered(tx, claims.session_id, claims.rtc, hashOf(token)));
      }
      return { ...session.actor, expiresAt: new Date(claims.exp * 1000) };
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
