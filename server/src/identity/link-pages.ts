import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { clientAddress } from '../client-address.ts';
import type { Env } from '../endpoint.ts';
import { AuthError } from './auth-error.ts';
import type { Provider } from './context.ts';
import { page } from './page.ts';
import { lookAtLink, verifyLink } from './verify-link.ts';

const usedPage = () =>
  page(
    'This link no longer works',
    html`<p>It was used before, or it is older than an hour. If your address is confirmed, just sign in; if not, the
      sign-in page sends you a new link.</p>
      <a class="button" href="/login">Go to sign in</a>`,
  );

const confirmPage = (token: string, passwordMin: number | null, problem?: string) =>
  page(
    'Confirm your e-mail',
    html`<p>One click, and your account is ready.</p>
      ${problem ? html`<p role="alert" class="problem">${problem}</p>` : ''}
      <form method="post" action="/auth/v1/verify">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="type" value="signup" />
        ${
          passwordMin === null
            ? ''
            : html`<label for="password">Choose a password</label>
                <input id="password" name="password" type="password" autocomplete="new-password" required
                  minlength="${passwordMin}" />`
        }
        <button class="button">Confirm my address</button>
      </form>`,
  );

/** What a person sees who follows the link in a mail: a page that changes nothing, with a button that does. */
export function linkPages(auth: Hono<Env>, provider: Provider): void {
  const { passwordMin } = provider.config.identity;
  const show = (c: Context, body: ReturnType<typeof page>, status: 200 | 403 | 422 = 200) => {
    // With less, the browser would send the form's origin as null.
    c.header('Referrer-Policy', 'same-origin');
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    c.header('X-Content-Type-Options', 'nosniff');
    return c.html(body, status);
  };

  auth.get('/verify', async (c) => {
    const token = c.req.query('token') ?? '';
    const link = await lookAtLink(provider, token);
    if (!link) return show(c, usedPage(), 403);
    return show(c, confirmPage(token, link.passwordHash === null ? passwordMin : null));
  });

  auth.post('/verify', async (c) => {
    await provider.limits.take('verifyPerAddress', clientAddress(c, provider.config.trustProxy));
    const form = await c.req.parseBody();
    const [token, password] = [String(form.token ?? ''), String(form.password ?? '')];
    try {
      await verifyLink(provider, token, password);
      return c.redirect('/login?verified=1', 303);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      if (error.code === 'weak_password') return show(c, confirmPage(token, passwordMin, error.message), 422);
      return show(c, usedPage(), 403);
    }
  });
}
