import type { Instance } from '@selvedge/shared/instance/instance';
import type { User } from '@selvedge/shared/members/users';
import type { Hono } from 'hono';
import type { Config } from '../config.ts';
import type { Actor, Authenticate } from '../platform/core/actor.ts';
import type { Job } from '../platform/core/feature.ts';
import type { Limits as AllLimits } from '../platform/core/limits.ts';
import type { DeletionProof, PersonalPart } from '../platform/core/personal-part.ts';
import type { DeriveKey } from '../platform/core/secret.ts';
import type { Conn, Database, Tx } from '../platform/db/database.ts';
import type { Api, Env } from '../platform/http/endpoint.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { LiveSettings } from '../platform/settings/follow-settings.ts';
import type { AfterReply } from './after-reply.ts';
import type { AuthRoute } from './auth-route.ts';
import type { Admission } from './invites/admission.ts';
import type { Limits } from './limits.ts';
import type { EndedSession } from './queries.ts';
import type { AccessTokens } from './sessions/access-token.ts';
import type { Ends } from './sessions/end-sessions.ts';
import type { KeyRing } from './sessions/key-ring.ts';

/** Sets a member's profile picture from an external provider, if they have none. */
type GivePicture = (memberId: string, bytes: Uint8Array) => Promise<void>;

export interface IdentityParts {
  config: Config;
  db: Database;
  log: Logger;
  settings: Pick<LiveSettings, 'current'>;
  mailer: Mailer;
  givePicture: GivePicture;
  limits: AllLimits;
  deriveKey: DeriveKey;
}

export interface IdentityDeps extends IdentityParts {
  keys: KeyRing;
}

export interface NewAdmin {
  email: string;
  /** Valid, and not taken while there are no members. */
  username: string;
  password: string;
  address: string;
}

export interface Identity extends Ends {
  authenticate: Authenticate;
  /** Applies a change of a member's rights to their open sessions at once. */
  expire(userId: string): void;
  /** The provider through which pages sign members in; null for the embedded one. */
  provider: Instance['provider'];
  /** Who may sign up here; with a hosted provider, that decides. */
  signUpMode(): Instance['signUp'];
  /** Prepares the account of the first admin; null if a hosted provider has the accounts. */
  prepareAdmin: ((admin: NewAdmin) => Promise<(tx: Tx) => Promise<string>>) | null;
  hasDiscord(): boolean;
  hasPasskeys: boolean;
  /** The name of the instance's own OpenID provider, with which members can sign in; null without one. */
  oidcName: string | null;
  personalData: PersonalPart;
  /** @throws AppError unless the member has recently proven, in this session, that the account is theirs. */
  requireProof(conn: Conn, sessionId: string): Promise<void>;
  /** Checks that the actor may delete their account. @throws forbidden, rate_limited, unavailable */
  confirmDeletion(actor: Actor, proof: DeletionProof): Promise<void>;
  /** Ends their sessions. `until` null: until they are restored. @returns whether the account exists */
  suspend(tx: Tx, userId: string, until: Date | null): Promise<boolean>;
  /** Ends one of a member's suspensions; `others` are the ends of the others, of which the latest then applies. */
  endSuspension(tx: Tx, userId: string, until: Date | null, others: (Date | null)[]): Promise<void>;
  /** Subscribes to sessions that end, here or in another process. @returns an unsubscribe function. */
  onSessionEnded(listener: (ended: EndedSession) => void): () => void;
  /** The actor's own profile. @throws unauthorized when the account no longer exists. */
  readUser(actor: Actor): Promise<User>;
  /** The keys with which the instance signs what leaves it; with a hosted provider, too. */
  keys: Pick<KeyRing, 'signing' | 'everPublished'>;
  /** Every provider route below `/auth/v1`; empty with a hosted provider. */
  authRoutes: readonly AuthRoute[];
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  jobs: readonly Job[];
  close(): Promise<void>;
}

declare module '../platform/core/ctx.ts' {
  interface Ctx {
    identity: Identity;
  }
}

export interface Provider extends Ends {
  config: Pick<Config, 'publicUrl' | 'identity' | 'trustProxy'>;
  db: Database;
  log: Logger;
  settings: Pick<LiveSettings, 'current'>;
  deriveKey: DeriveKey;
  keys: KeyRing;
  accessTokens: AccessTokens;
  limits: Limits;
  afterReply: AfterReply;
  givePicture: GivePicture;
  admission: Admission;
  /** Sends mail once the transaction is durable and the reply is sent. */
  post: Mailer['post'];
}
