import type { AuthRoutes } from './auth-routes.ts';
import type { Provider } from './context.ts';

const JWKS_MAX_AGE_SECONDS = 600;

export function settingsRoutes({ open }: AuthRoutes, { config, settings, keys, admission }: Provider): void {
  open('get', '/settings', (c) =>
    c.json({
      external: {
        email: true,
        discord: config.identity.discord !== null,
        oidc: config.identity.oidc !== null,
      },
      disable_signup: admission.mode() === 'closed',
      mailer_autoconfirm: config.identity.autoconfirm,
    }),
  );
  open('get', '/health', (c) => c.json({ name: settings.current().name, version: '1' }));
  open('get', '/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', `public, max-age=${JWKS_MAX_AGE_SECONDS}`);
    return c.json({ keys: keys.published() });
  });
}
