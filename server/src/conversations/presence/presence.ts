import type { EventName, EventPayload } from '@selvedge/shared/platform/realtime';
import type { Publish } from '../../platform/core/publish.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Bus } from '../../platform/nodes/bus.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { createElsewhere } from './elsewhere.ts';
import { findConversationBetween, findPartners } from './queries.ts';

/** Grace period after the last disconnect, for page changes and short network losses. */
const AWAY_MS = 10_000;
/** How many of a member's newest conversations are watched, in each role. */
const PARTNERS_MAX = 1_000;

type EmitPresence = (event: EventPayload<'presence'>) => void;

/** A member with a socket on this node, or within the grace period. */
interface Here {
  sockets: number;
  watched: Set<string>;
  /** Resolves once `watched` is loaded; later changes are chained, so they run in order. */
  loaded: Promise<unknown>;
  leaving?: NodeJS.Timeout;
}

interface PresenceParts {
  db: Database;
  log: Logger;
  /** Publishes to this node's sockets only: every node notifies its own. */
  publish: Publish;
  bus: Bus;
  awayMs?: number;
}

interface Presence {
  /** A socket of this member has connected; it receives which of their partners are online. */
  arrived(memberId: string, emit: EmitPresence): Promise<void>;
  /** Without another socket, the member is away after the grace period; at once if the account is gone. */
  left(memberId: string, isGone: boolean): void;
  /** Receives every event: a block or a first message changes who watches whom. `to` is null for public events. */
  onEvent<F extends EventName>(to: string | null, event: F, payload: EventPayload<F>): void;
  isConnectedElsewhere(memberId: string): boolean;
  close(): void;
}

/**
 * Shows members which of their partners are online. Each member watches their partners, read at the
 * first socket. `here` and `watchers` cover the members on this node, `elsewhere` those on other nodes.
 */
export function createPresence({ db, log, publish, bus, awayMs = AWAY_MS }: PresenceParts): Presence {
  const here = new Map<string, Here>();
  const watchers = new Map<string, Set<string>>();
  const elsewhere = createElsewhere({
    bus,
    awayMs,
    localMembers: () => [...here].flatMap(([id, { sockets }]) => (sockets > 0 ? [id] : [])),
    changed: (memberId, isHere) => here.has(memberId) || notifyWatchers(memberId, isHere),
  });
  const isHere = (memberId: string) => here.has(memberId) || elsewhere.isHere(memberId);

  function notifyWatchers(userId: string, online: boolean): void {
    for (const watcher of watchers.get(userId) ?? [])
      publish.toMember(watcher, 'presence', { userId, online });
  }

  function watch(watcherId: string, { watched }: Here, memberId: string): void {
    watched.add(memberId);
    const all = watchers.get(memberId) ?? new Set();
    watchers.set(memberId, all.add(watcherId));
  }

  function unwatch(watcherId: string, { watched }: Here, memberId: string): void {
    watched.delete(memberId);
    const all = watchers.get(memberId);
    all?.delete(watcherId);
    if (all?.size === 0) watchers.delete(memberId);
  }

  function markAway(memberId: string, isGone: boolean): void {
    const gone = here.get(memberId);
    if (!gone) return;
    if (isGone) elsewhere.send({ memberId, isConnected: false, isGone });
    clearTimeout(gone.leaving);
    here.delete(memberId);
    for (const watched of [...gone.watched]) unwatch(memberId, gone, watched);
    if (!elsewhere.isHere(memberId)) notifyWatchers(memberId, false);
  }

  async function load(memberId: string, entry: Here): Promise<void> {
    const partners = await db
      .read((conn) => findPartners(conn, memberId, PARTNERS_MAX))
      .catch((error: unknown) => {
        log.error({ err: error, memberId }, 'loading presence partners failed; showing none');
        return [];
      });
    if (here.get(memberId) !== entry) return;
    for (const partner of partners) watch(memberId, entry, partner);
  }

  /** Runs `work` on a member's entry after loading and earlier changes, if they are still here. */
  function change(memberId: string, work: (entry: Here) => Promise<void> | void): void {
    const entry = here.get(memberId);
    if (!entry) return;
    entry.loaded = entry.loaded
      .then(() => (here.get(memberId) === entry ? work(entry) : undefined))
      .catch((error: unknown) => log.error({ err: error, memberId }, 'updating presence watches failed'));
  }

  const startWatching = (memberId: string, otherId: string) =>
    change(memberId, (entry) => {
      if (entry.watched.has(otherId)) return;
      watch(memberId, entry, otherId);
      if (isHere(otherId)) publish.toMember(memberId, 'presence', { userId: otherId, online: true });
    });

  function blockChanged(memberId: string, { userId, block }: EventPayload<'block:changed'>): void {
    change(memberId, async (entry) => {
      if (block) {
        unwatch(memberId, entry, userId);
        publish.toMember(memberId, 'presence', { userId, online: false });
        return;
      }
      const conversations = await db.read((conn) =>
        findConversationBetween(conn, { one: memberId, other: userId }),
      );
      if (conversations.length > 0) startWatching(memberId, userId);
    });
  }

  return {
    async arrived(memberId, emit) {
      let entry = here.get(memberId);
      if (entry) {
        clearTimeout(entry.leaving);
        entry.sockets += 1;
      } else {
        entry = { sockets: 1, watched: new Set(), loaded: Promise.resolve() };
        entry.loaded = load(memberId, entry);
        here.set(memberId, entry);
        if (!elsewhere.isHere(memberId)) notifyWatchers(memberId, true);
      }
      if (entry.sockets === 1) elsewhere.send({ memberId, isConnected: true, isGone: false });
      await entry.loaded;
      for (const userId of entry.watched) if (isHere(userId)) emit({ userId, online: true });
    },

    left(memberId, isGone) {
      const entry = here.get(memberId);
      if (!entry) return;
      entry.sockets -= 1;
      if (isGone) return markAway(memberId, true);
      if (entry.sockets > 0) return;
      elsewhere.send({ memberId, isConnected: false, isGone });
      entry.leaving = setTimeout(() => markAway(memberId, false), awayMs).unref();
    },

    onEvent(to, event, payload) {
      // The event name determines the payload type, which TypeScript cannot narrow through a type parameter.
      if (event === 'person:removed') markAway((payload as EventPayload<'person:removed'>).id, true);
      if (to === null) return;
      if (event === 'block:changed') blockChanged(to, payload as EventPayload<'block:changed'>);
      if (event === 'message:new') {
        const { message, conversation } = payload as EventPayload<'message:new'>;
        const { buyerId, sellerId } = conversation;
        // The first message makes the two participants partners.
        if (message.seq === 1) startWatching(to, buyerId === to ? sellerId : buyerId);
      }
    },

    isConnectedElsewhere: elsewhere.isConnected,

    close() {
      for (const { leaving } of here.values()) clearTimeout(leaving);
      here.clear();
      elsewhere.close();
    },
  };
}
