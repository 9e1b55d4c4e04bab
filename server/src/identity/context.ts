import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AccessTokens } from './access-token.ts';
import type { Limits } from './limits.ts';
import type { EndedSession } from './queries.ts';
import type { DeriveKey } from './secret.ts';
import type { SigningKey } from './signing-key.ts';

/** What the provider's verbs work with. */
export interface Provider {
  config: Pick<Config, 'publicUrl' | 'identity' | 'trustProxy'>;
  db: Database;
  log: Logger;
  mailer: Mailer;
  deriveKey: DeriveKey;
  signingKey: SigningKey;
  accessTokens: AccessTokens;
  limits: Limits;
  /** Tells the rest of the process at once; other nodes notice by their next look at the session. */
  sessionsEnded(ended: EndedSession[]): void;
}
