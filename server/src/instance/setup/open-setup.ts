import type { Context } from 'hono';
import type { Config } from '../../config.ts';
import type { Identity } from '../../identity/public.ts';
import { toProblem } from '../../platform/core/errors.ts';
import type { Limits } from '../../platform/core/limits.ts';
import type { Conn, Database } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/endpoint.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { LiveSettings } from '../../platform/settings/follow-settings.ts';
import { firstLink } from './print-link.ts';
import { setupRoutes } from './routes.ts';
import { createSetup } from './setup.ts';
import { sendTestMail } from './test-mail.ts';

interface SetupParts {
  config: Config;
  db: Database;
  log: Logger;
  settings: Pick<LiveSettings, 'current' | 'refresh'>;
  limits: Pick<Limits, 'spend'>;
  identity: Pick<Identity, 'prepareAdmin'>;
  transport: MailTransport;
  /** The network address of a request. */
  addressOf(c: Context): string;
  mailAddressOf(conn: Conn, userId: string): Promise<string | null>;
}

/** The set-up of an instance without an admin. */
export function openSetup(parts: SetupParts) {
  const { config, db, log, settings, limits, identity, transport, addressOf, mailAddressOf } = parts;
  const { create, forget, forgetSpent } = firstLink({ config, db });
  const setup = createSetup({ db, settings, limits, prepareAdmin: identity.prepareAdmin, forget });
  return {
    /** Creates the link to print; null if there is nothing to set up, or if that failed. */
    createLink: (): Promise<string | null> =>
      create().catch((error: unknown) => {
        log.error({ err: error }, 'the set-up link could not be created; the next start tries again');
        return null;
      }),
    /** Whether a request for the page has a key. @throws rate_limited */
    async isSettingUp(c: Context): Promise<boolean> {
      const key = c.req.query('key');
      if (!key) return false;
      return setup.find(key, addressOf(c)).then(
        () => true,
        (error: unknown) => {
          if (toProblem(error).code === 'not_found') return false;
          throw error;
        },
      );
    },
    routes: (api: Api) =>
      setupRoutes(api, {
        ...{ setup, addressOf },
        async sendTestMail(adminId) {
          const to = await db.read((conn) => mailAddressOf(conn, adminId));
          return to === null ? null : sendTestMail({ config, settings, transport }, to);
        },
      }),
    forgetSpent,
  };
}
