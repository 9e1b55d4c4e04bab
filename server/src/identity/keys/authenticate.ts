import { isFeatureOn } from '@selvedge/shared/instance/instance-settings';
import { createBoundedCache } from '../../platform/cache/bounded-cache.ts';
import type { Actor, AuthenticateOptions } from '../../platform/core/actor.ts';
import { unauthorized } from '../../platform/core/errors.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import type { IdentityParts } from '../context.ts';
import { isBanned } from '../sessions/banned.ts';
import { hashOfKey, isApiKey } from './key-format.ts';
import { networkOf } from './network-of.ts';
import { findApiKey, recordUse } from './queries.ts';

/** How long a key is served from memory before it is read from the database again. */
const FRESH_MS = 5_000;
/** A key that is used from several networks at once is not written down each time. */
const USE_PAUSE_MS = 60_000;
const NEVER = new Date('9999-12-31T00:00:00.000Z');

interface LiveKey {
  actor: Actor;
  use: string;
  /** By `performance.now()`, which clock changes do not affect. */
  usedAt: number;
  checkedAt: number;
}

/** A key acts for its owner within its scopes, and never as an admin. Its id is the id of its only session. */
export function createKeyAuthenticator({
  db,
  limits,
  settings,
}: Pick<IdentityParts, 'db' | 'limits' | 'settings'>) {
  const live = createBoundedCache<LiveKey>();
  /** Keys that have ended: a read that started before the end must not revive one. */
  const ended = createBoundedCache<true>();

  async function load(hash: string, known: LiveKey | undefined): Promise<LiveKey> {
    const row = await db.read((conn) => findApiKey(conn, hash));
    if (!row || isBanned(row)) throw unauthorized();
    const { id, username, profileImageKey } = row.member;
    return {
      actor: {
        ...{ id, username, isAdmin: false, sessionId: row.id, scopes: row.scopes },
        profileImageUrl: profileImageKey === null ? null : mediaUrl(profileImageKey),
        expiresAt: row.expiresAt ?? NEVER,
      },
      use: `${row.usedOn} ${row.usedFrom}`,
      usedAt: known?.usedAt ?? Number.NEGATIVE_INFINITY,
      checkedAt: performance.now(),
    };
  }

  async function noteUse(key: LiveKey, address: string): Promise<void> {
    const [day, network] = [new Date().toISOString().slice(0, 10), networkOf(address)];
    const now = performance.now();
    if (key.use === `${day} ${network}` || now - key.usedAt < USE_PAUSE_MS) return;
    key.use = `${day} ${network}`;
    key.usedAt = now;
    await db.transact((tx) => recordUse(tx, key.actor.sessionId, day, network));
  }

  return {
    async authenticate(token: string, { address }: AuthenticateOptions): Promise<Actor> {
      if (!isFeatureOn(settings.current().features, 'apiKeys') || !isApiKey(token)) throw unauthorized();
      const hash = hashOfKey(token);
      let key = live.get(hash);
      if (!key || performance.now() - key.checkedAt > FRESH_MS) {
        key = await load(hash, key);
        if (ended.has(key.actor.sessionId)) throw unauthorized();
        live.set(hash, key);
      }
      if (key.actor.expiresAt <= new Date()) throw unauthorized();
      await limits.take('callsOfKey', key.actor.sessionId);
      if (address) await noteUse(key, address());
      return key.actor;
    },
    expire(userId: string): void {
      for (const one of live.values()) if (one.actor.id === userId) one.checkedAt = Number.NEGATIVE_INFINITY;
    },
    forget(keyId: string): void {
      for (const [hash, { actor }] of live.entries()) if (actor.sessionId === keyId) live.delete(hash);
      ended.set(keyId, true);
    },
  };
}
