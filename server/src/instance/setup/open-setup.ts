import type { Context } from 'hono';
import { mailAddressOf } from '../../identity/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { toProblem } from '../../platform/core/errors.ts';
import type { Api } from '../../platform/http/endpoint.ts';
import { firstLink } from './print-link.ts';
import { setupRoutes } from './routes.ts';
import { createSetup } from './setup.ts';
import { sendTestMail } from './test-mail.ts';

/** The set-up of an instance without an admin. */
export function openSetup(ctx: Ctx) {
  const { db, log, addressOf } = ctx;
  const { create, forget, forgetSpent } = firstLink(ctx);
  const setup = createSetup(ctx, forget);
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
          return to === null ? null : sendTestMail(ctx, to);
        },
      }),
    forgetSpent,
  };
}
