import { resolve } from 'node:path';
import { Environment, Settings } from './environment.ts';
import { oidcSettings } from './identity/oidc/settings.ts';
import { backupSettings } from './operator/backups/settings.ts';
import { exampleOf } from './platform/core/setting.ts';
import { s3Settings } from './platform/media/s3-settings.ts';

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const isSetting = (name: unknown): name is keyof typeof Settings.shape =>
  typeof name === 'string' && name in Settings.shape;

const problemOf = (name: unknown, message: string): string =>
  `${String(name)}: ${message}.${isSetting(name) ? ` Example: ${name}=${exampleOf(Settings.shape[name])}` : ''}`;

export type Config = ReturnType<typeof readConfig>;

/** The hosted identity provider, or null for the embedded one. */
const hostedProvider = (url: string | undefined, key: string | undefined) =>
  url === undefined || key === undefined ? null : { url: url.replace(/\/+$/, ''), key };

/** Nothing else reads the environment; an empty variable counts as unset. @throws ConfigError */
export function readConfig(env: Record<string, string | undefined>) {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => problemOf(path[0], message)));
  }
  const e = parsed.data;
  const dataDir = resolve(e.DATA_DIR);
  const address = new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`);
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = e;
  return {
    port: e.PORT,
    host: e.HOST,
    /** Origin without a trailing slash. Links, the token issuer and redirects all derive from it. */
    publicUrl: address.origin,
    /** Where to report vulnerabilities; defaults to the mailbox that RFC 2142 reserves for this. */
    securityContact: e.SECURITY_CONTACT ?? `mailto:security@${address.hostname}`,
    hasSecurityContact: e.SECURITY_CONTACT !== undefined,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? `file:${resolve(dataDir, 'selvedge.db')}`,
    /** Maximum number of PostgreSQL connections per process. */
    databasePool: e.DATABASE_POOL,
    /** Null for photos in `dataDir`. */
    s3: s3Settings(e, 'S3'),
    backup: backupSettings(e),
    /** Null for a single node. */
    redisUrl: e.REDIS_URL ?? null,
    /** Hosts of push services, besides those of the known browsers. */
    pushHosts: e.PUSH_HOSTS,
    /** Discord, or its stand-in, without a trailing slash. */
    discordUrl: e.DISCORD_BASE_URL.replace(/\/+$/, ''),
    /** Private networks that webhooks may call. */
    webhookAllow: e.WEBHOOK_ALLOW,
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
    identity: {
      secret: e.AUTH_SECRET,
      signupOpen: e.AUTH_SIGNUP === 'open',
      autoconfirm: e.AUTH_AUTOCONFIRM,
      passwordMin: e.PASSWORD_MIN,
      /** These four in seconds. */
      accessTtl: e.ACCESS_TTL,
      sessionIdle: e.SESSION_IDLE,
      sessionMax: e.SESSION_MAX,
      reuseWindow: e.REUSE_WINDOW,
      /** A hosted provider that replaces the embedded one; it is validated when it is opened. */
      hosted: hostedProvider(e.IDENTITY_URL, e.IDENTITY_KEY),
      /** Lower case. */
      adminEmails: e.ADMIN_EMAILS,
      /** Pages outside the public URL that a Discord sign-in may redirect to. */
      redirectAllow: e.REDIRECT_ALLOW,
      discord:
        clientId && clientSecret
          ? { clientId, clientSecret, baseUrl: e.DISCORD_BASE_URL.replace(/\/+$/, '') }
          : null,
      oidc: oidcSettings(e),
    },
    sourceUrl: e.SOURCE_URL ?? null,
    timeZone: e.TIME_ZONE,
    bumpCooldownHours: e.BUMP_COOLDOWN_HOURS,
    rateLimits: e.RATE_LIMITS === 'on',
    trustProxy: e.TRUST_PROXY,
    /** On shutdown, seconds between reporting not ready and refusing new connections. */
    stopDelay: e.STOP_DELAY,
    /** The bearer token for `/metrics` from other machines; if undefined, they have no access. */
    metricsToken: e.METRICS_TOKEN,
    logLevel: e.LOG_LEVEL,
  };
}
