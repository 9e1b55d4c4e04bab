import type { Context } from 'hono';
import type { Tx } from '../../platform/db/database.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { show } from '../../platform/http/plain-page.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { AuthError, linkExpired } from '../auth-error.ts';
import type { AuthRoutes } from '../auth-routes.ts';
import type { Provider } from '../context.ts';
import { secondStepAge } from '../factors/second-step-age.ts';
import type { SessionRow } from '../queries.ts';
import { isJson, readBody, textOf } from '../request.ts';
import { isBanned, userBanned } from '../sessions/banned.ts';
import type { BrowserMode } from '../sessions/browser-mode.ts';
import { grantTokens, startSession } from '../sessions/session.ts';
import { AFTER, deadLinkPage, linkPage, notAdmittedPage, tooManyPage } from './link-pages.ts';
import { questionOf } from './link-question.ts';
import { confirmedPath, onSite, pathOf, siteOf, withEmail } from './next-path.ts';
import { recover } from './recover.ts';
import { resendLink } from './resend-link.ts';
import { peekLink, type Verified, verifyLink } from './verify-link.ts';

/** The sign-in method of an API client that uses a link. */
const METHODS = { signup: 'otp', recovery: 'recovery', email_change: 'password' } as const;

/** Errors after which a link's page asks for the password again. */
const PASSWORD_PROBLEMS = new Set(['weak_password', 'current_password_invalid']);

interface After {
  /** On this site or on an allowed one. */
  url: string;
  session?: SessionRow;
}

// A recovery signs the member in if an intruder may have turned on two-step sign-in: only such a session may
// remove an app without its code. It belongs to this site, whatever site the link is for.
async function afterForm(
  provider: Provider,
  tx: Tx,
  { account, type, isHalf, target }: Verified,
  isBrowser: boolean,
): Promise<After> {
  if (type === 'signup') return { url: onSite(target, confirmedPath(pathOf(target), account.email)) };
  if (isHalf) return { url: onSite(target, AFTER.half) };
  const signsIn = type === 'recovery' && isBrowser && !isBanned(account);
  if (signsIn && (await secondStepAge(tx, account.id)) === 'young') {
    return { url: AFTER.recovery, session: await startSession(provider, tx, account, 'recovery') };
  }
  return { url: onSite(target, withEmail(AFTER[type], account.email)) };
}

export function linkRoutes({ open }: AuthRoutes, provider: Provider, browser: BrowserMode): void {
  const { passwordMin } = provider.config.identity;
  const addressOf = (c: Context) => clientAddress(c, provider.config.trustProxy);

  open('post', '/recover', async (c) => {
    const { email } = await readBody(c);
    const next = c.req.query('redirect_to');
    await recover(provider, { email, next, address: addressOf(c) });
    return c.json({});
  });

  open('post', '/resend', async (c) => {
    const { email, type } = await readBody(c);
    const next = c.req.query('redirect_to');
    await resendLink(provider, { email, type, next, address: addressOf(c) });
    return c.json({});
  });

  open('get', '/verify', async (c) => {
    const token = c.req.query('token') ?? '';
    try {
      const link = await peekLink(provider, token, c.req.query('type') ?? '');
      const question = await questionOf(provider, link);
      return show(
        c,
        provider.settings.current(),
        linkPage({ link, question, token, passwordMin }),
        200,
        siteOf(link.target),
      );
    } catch (error) {
      if (error instanceof AuthError) return show(c, provider.settings.current(), deadLinkPage(), 403);
      throw error;
    }
  });

  async function verifyAsClient(c: Context): Promise<Response> {
    const body = await readBody(c);
    const address = addressOf(c);
    await provider.limits.take('verifyPerAddress', address);
    const token = textOf(body.token_hash);
    if (token === '') throw linkExpired('Token has expired or is invalid');
    const password = typeof body.password === 'string' ? { password: body.password } : {};
    const used = { token, type: textOf(body.type), address, ...password };
    const verified = await verifyLink(provider, used, async (tx, { account, type, isHalf }) => {
      if (isHalf) return null;
      if (isBanned(account)) throw userBanned(403, account);
      const session = await startSession(provider, tx, account, METHODS[type]);
      return { account, session };
    });
    if (!verified) {
      return c.json({
        code: 200,
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      });
    }
    const { session, account } = verified;
    return c.json(
      browser.seal(c, await provider.db.read((conn) => grantTokens(provider, conn, session, account))),
    );
  }

  async function verifyAsForm(c: Context): Promise<Response> {
    const { token, type, password } = await readForm(c, 'token', 'type', 'password');
    const address = addressOf(c);
    try {
      await provider.limits.take('verifyPerAddress', address);
      const used = { token, type, password, address };
      const { url, session, account } = await verifyLink(provider, used, async (tx, verified) => ({
        account: verified.account,
        ...(await afterForm(provider, tx, verified, browser.isBrowser(c))),
      }));
      if (!session) return c.redirect(url, 303);
      const granted = await provider.db.read((conn) => grantTokens(provider, conn, session, account));
      // The handle in the fragment is worthless without the cookie.
      return c.redirect(`${url}#session=${browser.seal(c, granted).refresh_token}`, 303);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const instance = provider.settings.current();
      if (error.status === 429) return show(c, instance, tooManyPage(error.message), 429);
      if (error.code === 'signup_disabled') return show(c, instance, notAdmittedPage(error.message), 403);
      if (!PASSWORD_PROBLEMS.has(error.code)) return show(c, instance, deadLinkPage(), 403);
      const link = await peekLink(provider, token, type);
      const question = await questionOf(provider, link);
      const page = linkPage({ link, question, token, passwordMin, problem: error.message });
      return show(c, provider.settings.current(), page, 422, siteOf(link.target));
    }
  }

  open('post', '/verify', (c) => (isJson(c) ? verifyAsClient(c) : verifyAsForm(c)));
}
