import type { Match } from '@selvedge/shared/matches';
import type { EventName } from '@selvedge/shared/realtime';
import { onTestFinished } from 'vitest';
import type { Actor } from '../../../server/src/core/actor.ts';
import { unauthorized } from '../../../server/src/core/errors.ts';
import { unlimited } from '../../../server/src/core/limits.ts';
import { mediaUrl } from '../../../server/src/core/media-url.ts';
import { noPublish, type Publish } from '../../../server/src/core/publish.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { createApp } from '../../../server/src/http/app.ts';
import { createApi } from '../../../server/src/http/endpoint.ts';
import { listingRoutes } from '../../../server/src/listings/routes.ts';
import { type RenderedMail, renderMail } from '../../../server/src/mail/mailer.ts';
import type { MailTimes } from '../../../server/src/matching/mails/mail-owners.ts';
import { createMatching } from '../../../server/src/matching/matching.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { newPhotoKey } from '../../../server/src/uploads/media-key.ts';
import { wantedRoutes } from '../../../server/src/wanted/routes.ts';
import { type ListingInput, listingOf } from '../data/listing-form.ts';
import { settingsWith, UNCONFIGURED } from '../servers/features.ts';
import { addPerson } from './market.ts';

interface Options {
  times?: MailTimes;
  /** Ids of the online members. */
  connected?: Set<string>;
  /** Stands in for the mail server; throws to refuse a mail. */
  send?: (mail: RenderedMail) => Promise<void>;
  publish?: Publish;
  currency?: string;
}

/** The body sent by the WTB form. */
export const wantedOf = (changes: Record<string, string> = {}) => ({
  title: 'Ring coat',
  brand: 'Kapital',
  size: 'L',
  maxPrice: '900',
  ...changes,
});

/**
 * Serves listings, WTBs and matching over HTTP until the running test ends. A member's token is their session
 * id.
 */
export function openMatchmaker(db: Database, options: Options = {}) {
  const { connected = new Set<string>(), publish = noPublish, currency = 'USD' } = options;
  const log = createLog('error');
  const app = createApp(log);
  const people = new Map<string, Actor>();
  const matchEvents: { personId: string; match: Match }[] = [];
  const mails: RenderedMail[] = [];
  const tapped: Publish = {
    ...publish,
    toPerson(personId, event: EventName, payload) {
      publish.toPerson(personId, event, payload);
      if (event === 'match:new') matchEvents.push({ personId, match: payload as Match });
    },
  };
  const api = createApi({
    app,
    authenticate: async (token) => people.get(token) ?? Promise.reject(unauthorized()),
    limits: unlimited,
    isOn: () => true,
    currency: () => 'USD',
    addressOf: () => 'nowhere',
  });
  const matching = createMatching({
    ...{ db, log, publish: tapped, publicUrl: 'https://shop.example' },
    settings: { current: () => ({ ...UNCONFIGURED.current(), currency }) },
    mailKey: new Uint8Array(32),
    mailAddressOf: async (_, id) => `${id}@example.com`,
    isConnected: async (id) => connected.has(id),
    mailer: {
      async post(_, mail) {
        const rendered = renderMail(UNCONFIGURED.current(), 'https://shop.example', mail);
        await options.send?.(rendered);
        mails.push(rendered);
      },
    },
    ...(options.times && { times: options.times }),
  });
  matching.mount(app);
  matching.routes(api);
  const parts = {
    ...{ db, log, publish: tapped },
    bumpCooldownHours: 0,
    features: () => settingsWith().features,
    discardPhotos: async () => undefined,
  };
  listingRoutes(api, { ...parts, onChange: matching.listingChanged });
  wantedRoutes(api, { ...parts, onChange: matching.wantedChanged });

  let isClosed = false;
  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await matching.close();
  }
  onTestFinished(close);

  const call = async (as: Actor | null, method: string, path: string, json?: unknown) =>
    app.request(path, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.sessionId}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  async function created<T = { id: string }>(response: Response): Promise<T> {
    if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  /** Adds an upload without a file. @returns its URL. */
  async function photoOf({ id: ownerId }: Actor): Promise<string> {
    const createdAt = new Date();
    const key = newPhotoKey(ownerId, 'front', createdAt);
    await db.transact(({ q, t }) =>
      q
        .insert(t.uploads)
        .values({ key, ownerId, width: 3, height: 4, placeholder: 'AAAA', createdAt })
        .returning({ key: t.uploads.key }),
    );
    return mediaUrl(key);
  }
  return {
    app,
    matchEvents: matchEvents,
    mails,
    call,
    close,
    async join(username: string): Promise<Actor> {
      const actor = await addPerson(db, username);
      people.set(actor.sessionId, actor);
      return actor;
    },
    async list(as: Actor, changes: Partial<ListingInput> = {}): Promise<string> {
      const form = listingOf([await photoOf(as)], { title: 'Ring coat, indigo', ...changes });
      return (await created(await call(as, 'POST', '/api/listings', form))).id;
    },
    postWanted: async (as: Actor, changes: Record<string, string> = {}): Promise<string> =>
      (await created(await call(as, 'POST', '/api/wtb-listings', wantedOf(changes)))).id,
    matchesOf: async (as: Actor, query = ''): Promise<Match[]> =>
      created(await call(as, 'GET', `/api/matches${query}`)),
    demand: async (as: Actor, query: Record<string, string>): Promise<unknown> =>
      created(await call(as, 'GET', `/api/demand?${new URLSearchParams(query)}`)),
  };
}
export type Matchmaker = ReturnType<typeof openMatchmaker>;

/** Whether all changes have been matched. */
export async function isSettled(db: Database): Promise<boolean> {
  const jobs = await db.read(({ q, t }) => q.select({ id: t.matchJobs.id }).from(t.matchJobs).limit(1));
  return jobs.length === 0;
}
