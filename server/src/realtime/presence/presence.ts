import type { EventName, EventPayload } from '@selvedge/shared/realtime';
import type { Publish } from '../../core/publish.ts';
import type { Database } from '../../db/database.ts';
import type { Bus } from '../../nodes/bus.ts';
import type { Logger } from '../../observability/log.ts';
import { createElsewhere } from './elsewhere.ts';
import { findPartners, findTalkBetween } from './queries.ts';

/** Grace period after the last socket has closed: whoever changes pages or drives through a tunnel is not away. */
const AWAY_MS = 10_000;
/** How many of a person's newest conversations are watched, in each role. */
const PARTNERS_MAX = 1_000;

type TellSocket = (event: EventPayload<'presence'>) => void;

/** Somebody with a socket on this node, or who had one within the grace period. */
interface Here {
  sockets: number;
  /** The people whose presence they are told of. */
  watched: Set<string>;
  /** Resolves once `watched` is loaded; later changes of it are chained behind, so they are made in order. */
  loaded: Promise<unknown>;
  leaving?: NodeJS.Timeout;
}

interface PresenceParts {
  db: Database;
  log: Logger;
  /** Publishes to the sockets of this node only: every node tells its own. */
  publish: Publish;
  bus: Bus;
  awayMs?: number;
}

export interface Presence {
  /** A socket of this person has connected; it is told which of their partners are here. */
  arrived(personId: string, tellSocket: TellSocket): Promise<void>;
  /**
   * A socket of this person has closed. Without another socket they are away after the grace period, or at once when
   * `isGone`: their account was suspended or deleted.
   */
  left(personId: string, isGone: boolean): void;
  /** Hears every event: a block or a first message changes who watches whom. `to` is null for public events. */
  heard<F extends EventName>(to: string | null, event: F, payload: EventPayload<F>): void;
  /** Whether somebody has a socket on another node. */
  isConnectedElsewhere(personId: string): boolean;
  close(): void;
}

/**
 * Tells people which of the partners they talk with are online. Everybody here watches their partners, who are read
 * from the database once, at the first socket; a change is told to the watchers of the person it is about. `here` and
 * `watchers` hold the people of this node; `elsewhere` knows those of the other nodes.
 */
export function createPresence({ db, log, publish, bus, awayMs = AWAY_MS }: PresenceParts): Presence {
  const here = new Map<string, Here>();
  const watchers = new Map<string, Set<string>>();
  const elsewhere = createElsewhere({
    bus,
    awayMs,
    ownPeople: () => [...here].flatMap(([id, { sockets }]) => (sockets > 0 ? [id] : [])),
    changed: (personId, isHere) => here.has(personId) || tellWatchers(personId, isHere),
  });
  const isHere = (personId: string) => here.has(personId) || elsewhere.isHere(personId);

  function tellWatchers(userId: string, online: boolean): void {
    for (const watcher of watchers.get(userId) ?? [])
      publish.toPerson(watcher, 'presence', { userId, online });
  }

  function watch(watcherId: string, { watched }: Here, personId: string): void {
    watched.add(personId);
    const all = watchers.get(personId) ?? new Set();
    watchers.set(personId, all.add(watcherId));
  }

  function unwatch(watcherId: string, { watched }: Here, personId: string): void {
    watched.delete(personId);
    const all = watchers.get(personId);
    all?.delete(watcherId);
    if (all?.size === 0) watchers.delete(personId);
  }

  function markAway(personId: string, isGone: boolean): void {
    const gone = here.get(personId);
    if (!gone) return;
    if (isGone) elsewhere.tell({ personId, isConnected: false, isGone });
    clearTimeout(gone.leaving);
    here.delete(personId);
    for (const watched of [...gone.watched]) unwatch(personId, gone, watched);
    if (!elsewhere.isHere(personId)) tellWatchers(personId, false);
  }

  async function load(personId: string, one: Here): Promise<void> {
    const partners = await db
      .read((conn) => findPartners(conn, personId, PARTNERS_MAX))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the partners of somebody were not read');
        return [];
      });
    if (here.get(personId) !== one) return;
    for (const partner of partners) watch(personId, one, partner);
  }

  /** Runs `work` on a person's entry behind loading and earlier changes, if they are still here by then. */
  function change(personId: string, work: (one: Here) => Promise<void> | void): void {
    const one = here.get(personId);
    if (!one) return;
    one.loaded = one.loaded
      .then(() => (here.get(personId) === one ? work(one) : undefined))
      .catch((error: unknown) => log.error({ err: error }, 'who watches whom was not changed'));
  }

  const startWatching = (personId: string, otherId: string) =>
    change(personId, (one) => {
      if (one.watched.has(otherId)) return;
      watch(personId, one, otherId);
      if (isHere(otherId)) publish.toPerson(personId, 'presence', { userId: otherId, online: true });
    });

  function blockChanged(personId: string, { userId, block }: EventPayload<'block:changed'>): void {
    change(personId, async (one) => {
      if (block) {
        unwatch(personId, one, userId);
        publish.toPerson(personId, 'presence', { userId, online: false });
        return;
      }
      const talks = await db.read((conn) => findTalkBetween(conn, { one: personId, other: userId }));
      if (talks.length > 0) startWatching(personId, userId);
    });
  }

  return {
    async arrived(personId, tellSocket) {
      let one = here.get(personId);
      if (one) {
        clearTimeout(one.leaving);
        one.sockets += 1;
      } else {
        one = { sockets: 1, watched: new Set(), loaded: Promise.resolve() };
        one.loaded = load(personId, one);
        here.set(personId, one);
        if (!elsewhere.isHere(personId)) tellWatchers(personId, true);
      }
      if (one.sockets === 1) elsewhere.tell({ personId, isConnected: true, isGone: false });
      await one.loaded;
      for (const userId of one.watched) if (isHere(userId)) tellSocket({ userId, online: true });
    },

    left(personId, isGone) {
      const one = here.get(personId);
      if (!one) return;
      one.sockets -= 1;
      if (isGone) return markAway(personId, true);
      if (one.sockets > 0) return;
      elsewhere.tell({ personId, isConnected: false, isGone });
      one.leaving = setTimeout(() => markAway(personId, false), awayMs).unref();
    },

    heard(to, event, payload) {
      // The event's name determines the payload's type; TypeScript does not follow the pair through a type parameter.
      if (event === 'person:removed') markAway((payload as EventPayload<'person:removed'>).id, true);
      if (to === null) return;
      if (event === 'block:changed') blockChanged(to, payload as EventPayload<'block:changed'>);
      if (event === 'message:new') {
        const { message, conversation } = payload as EventPayload<'message:new'>;
        const { buyerId, sellerId } = conversation;
        // The first message is what makes two people partners.
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
