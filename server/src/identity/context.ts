import type { Config } from '../config.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Mail } from '../mail/mailer.ts';
import type { AccessTokens } from './access-token.ts';
import type { AfterReply } from './after-reply.ts';
import type { Ends } from './end-sessions.ts';
import type { KeyRing } from './key-ring.ts';
import type { Limits } from './limits.ts';
import type { DeriveKey } from './secret.ts';

/** What the provider's verbs work with. Of ended sessions it tells the rest of the process at once. */
export interface Provider extends Ends {
  config: Pick<Config, 'publicUrl' | 'identity' | 'trustProxy'>;
  db: Database;
  log: Logger;
  deriveKey: DeriveKey;
  keys: KeyRing;
  accessTokens: AccessTokens;
  limits: Limits;
  afterReply: AfterReply;
  /** Mails once the transaction is durable and the reply is out. */
  post(tx: Tx, mail: Mail): void;
}
