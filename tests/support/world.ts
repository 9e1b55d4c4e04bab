import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeSettings, Feature } from '@selvedge/shared/instance/instance-settings';
import type { EventName } from '@selvedge/shared/platform/realtime';
import { GoTrueClient } from '@supabase/auth-js';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { readConfig } from '../../server/src/config.ts';
import { changeSettings } from '../../server/src/instance/settings/change-settings.ts';
import type { Actor } from '../../server/src/platform/core/actor.ts';
import type { RenderedMail } from '../../server/src/platform/mail/mailer.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { createProduct, type Edges } from '../../server/src/product.ts';
import { connectChecked } from './contract/traffic.ts';
import { type Member, type NewMember, openAccounts, PASSWORD } from './people/accounts.ts';
import { createDatabase } from './servers/database.ts';
import { settingsWith } from './servers/features.ts';
import { forAll } from './servers/for-all.ts';
import { makeTempDir } from './servers/temp.ts';

export interface WorldOptions {
  engine?: 'sqlite' | 'postgres';
  /** Settings of the server. With the `DATABASE_URL` of a running world, this one is another node of it. */
  env?: Record<string, string>;
  /** The only features that are switched on; without them, all are. */
  features?: readonly Feature[];
  /** Other settings of the instance. */
  settings?: ChangeSettings;
  log?: ReturnType<typeof createLog>;
  /** Called with each mail before it is delivered; throws to refuse it. */
  onMail?: (mail: RenderedMail) => void | Promise<void>;
  pushNetwork?: Edges['pushNetwork'];
  times?: Edges['times'];
}

interface Call {
  as?: Actor | null;
  /** An access token, instead of `as`. */
  token?: string | undefined;
  /** Sent as JSON. */
  json?: unknown;
  body?: NonNullable<RequestInit['body']>;
  headers?: Record<string, string>;
}

interface SentEvent {
  /** The recipient's id; missing for a public event. */
  to?: string;
  event: EventName;
  payload: unknown;
}

/** The text of a mail with its headers, as a member would read it. */
const asText = ({ to, subject, text, html }: RenderedMail) =>
  `To: ${to}\nSubject: ${subject}\n\n${text}\n${html}`;

const TOKEN = /verify\?token=([\w-]+)/;

/**
 * Starts the whole product in this process on its own database and folder. Mails stay in memory, unless `SMTP_URL`
 * names a server for them. Rate limits are off. The caller closes it; see `openWorld`.
 */
export async function startWorld(options: WorldOptions = {}) {
  const { engine = 'sqlite', env = {}, features, settings, onMail, pushNetwork, times } = options;
  const log = options.log ?? createLog('error');
  const dir = makeTempDir();
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, remove: async () => undefined }
    : await createDatabase(engine);
  const port = env.PORT ?? String(await freePort());
  const config = readConfig({
    ...{ PORT: port, DATA_DIR: dir.path, DATABASE_URL: database.url, LOG_LEVEL: 'error', RATE_LIMITS: 'off' },
    ...env,
  });
  const url = `http://localhost:${port}`;
  const delivered: { mail: RenderedMail; id: string }[] = [];
  const mailTransport: Edges['mailTransport'] = {
    async send(mail, { id }) {
      await onMail?.(mail);
      delivered.push({ mail, id });
    },
  };
  const product = await createProduct(config, log, {
    ...(!env.SMTP_URL && { mailTransport }),
    ...(pushNetwork && { pushNetwork }),
    ...(times && { times }),
  });
  const { db } = product;
  /** Changes settings of the instance, which apply at once. */
  async function set(changes: ChangeSettings): Promise<void> {
    await changeSettings(db, changes, null);
    await product.settings.refresh();
  }
  if (features) await set({ features: settingsWith(...features).features });
  if (settings) await set(settings);
  const { setupLink } = await product.listen();
  await setupLink;
  const accounts = await openAccounts(config, db);
  const members = new Map<string, Awaited<ReturnType<typeof accounts.join>>>();
  const sockets: ReturnType<typeof connectChecked>[] = [];
  const events: SentEvent[] = [];
  product.onPublished((to, event, payload) => void events.push({ ...(to && { to }), event, payload }));

  const client = (changes: Partial<ConstructorParameters<typeof GoTrueClient>[0]> = {}) =>
    new GoTrueClient({ url: `${url}/auth/v1`, persistSession: false, autoRefreshToken: false, ...changes });
  /** Adds a member who is signed in. */
  async function addMember(username = `user${randomUUID().slice(0, 8)}`, options: NewMember = {}) {
    const member = await accounts.join(username, options);
    members.set(member.id, member);
    return member;
  }
  const tokenOf = async ({ id }: Pick<Actor, 'id'>): Promise<string> => {
    const member = members.get(id);
    if (!member) throw new Error('not a member of this world');
    return member.token();
  };

  /** Requests a path of the server, or a whole URL. */
  async function call(
    method: string,
    path: string,
    { as, token, json, body, headers }: Call = {},
  ): Promise<Response> {
    const bearer = as ? await tokenOf(as) : token;
    return fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body }),
    });
  }

  /** Delivers the posted mails that are due. @returns all mails so far, in the order in which they were posted */
  async function mails(): Promise<RenderedMail[]> {
    await product.mailer.send();
    // Several are delivered at once, and their ids are in order.
    return delivered.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ mail }) => mail);
  }
  /** The texts of all mails to an address. */
  const mailsTo = async (address: string): Promise<string[]> =>
    (await mails()).filter(({ to }) => to === address).map(asText);
  /** The token in the newest of `count` mailed links to an address. Waits for it: mails may be posted after the reply. */
  async function linkToken(to: string, count = 1): Promise<string> {
    for (let tries = 0; (await mailsTo(to)).length < count; tries += 1) {
      if (tries > 2_000) throw new Error(`no mail to ${to}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const token = TOKEN.exec((await mailsTo(to)).at(-1) ?? '')?.[1];
    if (!token) throw new Error('the mail has no link');
    return token;
  }
  const upload = async (as: Actor | undefined, file: Blob, name = 'front.jpg'): Promise<Response> => {
    const form = new FormData();
    form.set('image', file, name);
    return call('POST', '/api/uploads/listings', { body: form, ...(as && { as }) });
  };
  const incoming = join(config.dataDir, 'incoming');

  return {
    ...{ url, config, db, product, events, client, call, mails, mailsTo, linkToken, upload, tokenOf, set },
    databaseUrl: database.url,
    dataDir: config.dataDir,
    /** The settings by which another node, or the operator's command, reaches this instance. */
    env: { DATABASE_URL: database.url, DATA_DIR: config.dataDir },
    /** Temporary upload files still on disk. */
    temporaryFiles: () => (existsSync(incoming) ? readdirSync(incoming) : []),
    join: addMember,
    /** Adds a member whose address is proven, with a client that is signed in: `signUp` without its mail and hash. */
    async joinWithClient(auth = client()) {
      const member = await addMember(undefined, { isProven: true });
      const { error } = await auth.setSession(member.session);
      if (error) throw error;
      return { ...member, auth };
    },
    /** Makes a member an admin. */
    async appoint(actor: Actor): Promise<Member> {
      const member = await accounts.appoint(actor);
      members.set(member.id, member);
      return member;
    },
    /** Signs up through the API: a confirmed account with a session, and its client. */
    async signUp(email = `${randomUUID()}@example.com`, auth = client()) {
      await auth.signUp({ email, password: PASSWORD });
      const token_hash = await linkToken(email);
      const { data, error } = await auth.verifyOtp({ token_hash, type: 'signup' });
      if (error || !data.session) throw error ?? new Error('no session');
      return { email, auth, session: data.session };
    },
    /** Uploads a photo. @returns its URL. */
    async uploaded(as: Actor, file: Blob): Promise<string> {
      const response = await upload(as, file);
      if (response.status !== 201) throw new Error(`the upload was answered ${response.status}`);
      return ((await response.json()) as { url: string }).url;
    },
    /** Opens a member's socket, or a visitor's with any `token`, whose packets are checked against the contract. */
    async connect(as: Actor | { token: unknown }, changes: Parameters<typeof connectChecked>[1] = {}) {
      const token = 'token' in as && typeof as.token !== 'function' ? as.token : await tokenOf(as as Actor);
      const socket = connectChecked(url, { reconnection: false, auth: { token }, ...changes });
      sockets.push(socket);
      return socket;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.disconnect();
      await product.close();
      await database.remove();
      dir.remove();
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

/** A world until the running test ends. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const world = await startWorld(options);
  onTestFinished(world.close);
  return world;
}

/** A world for all tests of the enclosing block. */
export const worldForAll = (options: WorldOptions = {}): World => forAll(() => startWorld(options));
