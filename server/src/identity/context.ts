import type { Instance } from '@selvedge/shared/instance';
import type { User } from '@selvedge/shared/users';
import type { Hono } from 'hono';
import type { Config } from '../config.ts';
import type { Actor, Authenticate } from '../core/actor.ts';
import type { Limits as CallLimits } from '../core/limits.ts';
import type { DeletionProof, PersonalPart } from '../core/personal-part.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Api, Env } from '../http/endpoint.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Logger } from '../observability/log.ts';
import type { AfterReply } from './after-reply.ts';
import type { AuthRoute } from './auth-route.ts';
import type { Limits } from './limits.ts';
import type { EndedSession } from './queries.ts';
import type { DeriveKey } from './secret.ts';
import type { AccessTokens } from './sessions/access-token.ts';
import type { Ends } from './sessions/end-sessions.ts';
import type { KeyRing } from './sessions/key-ring.ts';

/** Gives somebody who has no picture one from another provider. */
export type GivePicture = (personId: string, bytes: Uint8Array) => Promise<void>;

/** What identity is made from. */
export interface IdentityParts {
  config: Config;
  db: Database;
  log: Logger;
  mailer: Mailer;
  givePicture: GivePicture;
  calls: Provider['calls'];
  /** Is called with the name of each rate limit that somebody has exhausted. */
  onLimited?: (limit: string) => void;
}

/** What the rest of the product uses of identity. */
export interface Identity {
  authenticate: Authenticate;
  /** Where pages sign people in; null is the embedded provider. */
  provider: Instance['provider'];
  /** Whether people can sign in with Discord at present. */
  hasDiscord(): boolean;
  personalData: PersonalPart;
  /** Checks that somebody may delete this account. @throws forbidden, rate_limited, unavailable */
  confirmDeletion(actor: Actor, proof: DeletionProof): Promise<void>;
  /** Suspends a person until they are restored, and ends their sessions. @returns whether they have an account. */
  suspend(tx: Tx, userId: string): Promise<boolean>;
  /** Listens for sessions that end, here or in another process. @returns how to stop listening. */
  onSessionEnded(listener: (ended: EndedSession) => void): () => void;
  /** Somebody as they see themselves. @throws unauthorized when there is no such account any more. */
  readUser(actor: Actor): Promise<User>;
  /** Every route of the provider below `/auth/v1`; none where people sign in elsewhere. */
  authRoutes: readonly AuthRoute[];
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Stops the periodic tasks, and waits for work after replies. */
  close(): Promise<void>;
}

/** What the verbs of the embedded provider work with. */
export interface Provider extends Ends {
  config: Pick<Config, 'publicUrl' | 'identity' | 'trustProxy'>;
  db: Database;
  log: Logger;
  deriveKey: DeriveKey;
  keys: KeyRing;
  accessTokens: AccessTokens;
  limits: Limits;
  /** The rate limits of calls in general; `limits` counts rare and costly ones in the database besides. */
  calls: Pick<CallLimits, 'member' | 'visit'>;
  afterReply: AfterReply;
  givePicture: GivePicture;
  /** Mails once the transaction is durable and the reply is out. */
  post: Mailer['post'];
}
