import type { Instance } from '@selvedge/shared/instance';
import type { User } from '@selvedge/shared/users';
import type { Hono } from 'hono';
import type { Actor, Authenticate } from '../actor.ts';
import type { Config } from '../config.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Api, Env } from '../endpoint.ts';
import type { Limits as CallLimits } from '../limits.ts';
import type { Logger } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { DeletionProof, PersonalPart } from '../personal-data/part.ts';
import type { AccessTokens } from './access-token.ts';
import type { AfterReply } from './after-reply.ts';
import type { Ends } from './end-sessions.ts';
import type { KeyRing } from './key-ring.ts';
import type { Limits } from './limits.ts';
import type { EndedSession } from './queries.ts';
import type { DeriveKey } from './secret.ts';

/** Gives somebody who has no picture one that came from elsewhere. */
export type GivePicture = (personId: string, bytes: Uint8Array) => Promise<void>;

/** What identity is made from. */
export interface IdentityParts {
  config: Config;
  db: Database;
  log: Logger;
  mailer: Mailer;
  givePicture: GivePicture;
  calls: Provider['calls'];
  /** Hears the name of a limit that somebody has spent. */
  onLimited?: (limit: string) => void;
}

/** What the rest of the product knows of identity. */
export interface Identity {
  authenticate: Authenticate;
  /** Where pages sign people in. */
  provider: Instance['provider'];
  personalData: PersonalPart;
  /** Checks that somebody may delete this account. @throws forbidden, rate_limited, unavailable */
  confirmDeletion(actor: Actor, proof: DeletionProof): Promise<void>;
  /** Shuts a person out for good, and ends their sessions. @returns whether they have an account. */
  suspend(tx: Tx, userId: string): Promise<boolean>;
  /** Hears of each session that ends, here or in another process. @returns how to stop hearing. */
  onSessionEnded(listener: (ended: EndedSession) => void): () => void;
  /** Somebody as they see themselves. @throws unauthorized when there is no such account any more. */
  readUser(actor: Actor): Promise<User>;
  mount(app: Hono<Env>): void;
  routes(api: Api): void;
  /** Ends its tasks once what was promised after replies is done. */
  close(): Promise<void>;
}

/** What the provider's verbs work with. Of ended sessions it tells the rest of the process at once. */
export interface Provider extends Ends {
  config: Pick<Config, 'publicUrl' | 'identity' | 'trustProxy'>;
  db: Database;
  log: Logger;
  deriveKey: DeriveKey;
  keys: KeyRing;
  accessTokens: AccessTokens;
  limits: Limits;
  /** Counts every call, in memory: what is rare is counted in the database besides. */
  calls: Pick<CallLimits, 'call' | 'visit'>;
  afterReply: AfterReply;
  givePicture: GivePicture;
  /** Mails once the transaction is durable and the reply is out. */
  post: Mailer['post'];
}
