import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import {
  BACKUP_VARIABLES,
  backupSettings,
  hasOneTarget,
  hasOwnBucket,
  hasTargetIfNeeded,
} from './backups/settings.ts';
import { isLoopbackHost, parseSubnet, type Subnet } from './core/ip-address.ts';
import { isCompleteOidc, oidcSettings } from './identity/oidc/settings.ts';
import { isCompleteS3, S3_VARIABLES, s3Settings } from './uploads/s3-settings.ts';

/** The real Discord; tests set another base URL. */
export const DISCORD = 'https://discord.com';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const seconds = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const publicUrl = z.url({ protocol: /^https?$/ }).refine((value) => {
  const url = new URL(value);
  return url.protocol === 'https:' || isLoopbackHost(url.hostname);
}, 'must be https, or a loopback address');

const hostName = z
  .string()
  .trim()
  .refine(
    // A host name whose last label is a number is a mistyped IP address.
    (host) => isIP(host) > 0 || /^(?!-)([\w-]+(?<!-)\.(?!-))*(?!\d+\.?$)[\w-]+(?<!-)\.?$/.test(host),
    'must be an address or a host name, like 0.0.0.0 or localhost',
  );

const NAME = /[^<>@,;:"\p{Cc}]*|"(?:[^"\\\p{Cc}]|\\\P{Cc})*"/u.source;
const ADDRESS = /[^\s<>@,;:"()]+@[^\s<>@,;:"()]+/u.source;
const sender = z
  .string()
  .trim()
  .regex(
    new RegExp(`^(${ADDRESS}|(${NAME}) *<${ADDRESS}>)$`, 'u'),
    'must be an address, or a name and an address like Shop <hello@shop.example>; commas and colons in a name need quotes around it',
  );

/** Exact page URLs, separated by commas or spaces. */
const pages = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(publicUrl));

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'is not a known time zone, like America/Los_Angeles');

const addresses = z
  .string()
  .transform((list) => list.split(',').flatMap((one) => one.trim().toLowerCase() || []))
  .pipe(z.array(z.email('must be comma-separated e-mail addresses')));

/** Whether to trust `X-Forwarded-For`: never (false), from every peer (true), or from these proxies only. */
export type ProxyTrust = boolean | Subnet[];

const proxyTrust = z.string().transform((value, context): ProxyTrust => {
  if (value === 'true' || value === 'false') return value === 'true';
  const proxies: Subnet[] = [];
  for (const entry of value.split(',').map((each) => each.trim())) {
    const subnet = parseSubnet(entry);
    if (!subnet) {
      context.addIssue({
        code: 'custom',
        message: `must be true, false, or addresses like 10.0.0.1, 10.0.0.0/8; "${entry}" is not one`,
      });
      return z.NEVER;
    }
    proxies.push(subnet);
  }
  return proxies;
});

export const DEFAULT_SENDER = 'Selvedge <no-reply@localhost>';

/** Every environment variable that Selvedge reads. */
export const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: hostName.default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|postgres(ql)?:\/\/)/, 'must start with file: or postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(4).max(1_000).default(10),
  ...S3_VARIABLES,
  ...BACKUP_VARIABLES,
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must start with redis:// or rediss://' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.default(DEFAULT_SENDER),
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((secret) => !secret.includes('your_'), 'still contains "your_"')
    .optional(),
  AUTH_SIGNUP: z.enum(['open', 'closed']).default('open'),
  AUTH_AUTOCONFIRM: flag.default(false),
  PASSWORD_MIN: z.coerce.number().int().min(8).max(64).default(8),
  ACCESS_TTL: seconds(300, 3_600).default(900),
  SESSION_IDLE: seconds(3_600, 31_536_000).default(14 * 86_400),
  SESSION_MAX: seconds(3_600, 31_536_000).default(30 * 86_400),
  REUSE_WINDOW: seconds(5, 300).default(35),
  IDENTITY_URL: z.string().optional(),
  IDENTITY_KEY: z.string().optional(),
  ADMIN_EMAILS: addresses.default([]),
  REDIRECT_ALLOW: pages.default([]),
  DISCORD_CLIENT_ID: z.string().optional(),
  DISCORD_CLIENT_SECRET: z.string().optional(),
  DISCORD_BASE_URL: publicUrl.default(DISCORD),
  OIDC_ISSUER: publicUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').optional(),
  SECURITY_CONTACT: z.url({ protocol: /^(https|mailto|tel)$/ }).optional(),
  SOURCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  TIME_ZONE: timeZone.default('America/Los_Angeles'),
  BUMP_COOLDOWN_HOURS: z.coerce.number().min(0).max(8_760).default(24),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: proxyTrust.default(false),
  STOP_DELAY: seconds(0, 60).default(0),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

const Environment = Settings.refine(
  (set) => (set.DISCORD_CLIENT_ID === undefined) === (set.DISCORD_CLIENT_SECRET === undefined),
  {
    path: ['DISCORD_CLIENT_SECRET'],
    message: 'must be set together with DISCORD_CLIENT_ID, or neither',
    // Check this even if other variables are invalid, to report all problems at once.
    when: () => true,
  },
)
  .refine(isCompleteOidc, {
    path: ['OIDC_ISSUER'],
    message: 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all of them, or none',
    when: () => true,
  })
  .refine((set) => isCompleteS3(set, 'S3'), {
    path: ['S3_ENDPOINT'],
    message: 'needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all of them, or none',
    when: () => true,
  })
  .refine((set) => isCompleteS3(set, 'BACKUP_S3'), {
    path: ['BACKUP_S3_ENDPOINT'],
    message:
      'needs BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY: set all of them, or none',
    when: () => true,
  })
  .refine(hasOneTarget, {
    path: ['BACKUP_DIR'],
    message: 'is for backups in a folder, and BACKUP_S3_ENDPOINT for those in a bucket: set one of them',
    when: () => true,
  })
  .refine(hasOwnBucket, {
    path: ['BACKUP_S3_BUCKET'],
    message: 'must be another bucket than S3_BUCKET: photos and backups are removed by different rules',
    when: () => true,
  })
  .refine(hasTargetIfNeeded, {
    path: ['BACKUP_DIR'],
    message: 'or BACKUP_S3_ENDPOINT must be set, too: without one of them there are no backups',
    when: () => true,
  })
  .refine((set) => (set.IDENTITY_URL === undefined) === (set.IDENTITY_KEY === undefined), {
    path: ['IDENTITY_KEY'],
    message: 'must be set together with IDENTITY_URL, or neither: a hosted identity provider needs both',
    when: () => true,
  })
  .refine((set) => set.REDIS_URL === undefined || /^postgres/.test(set.DATABASE_URL ?? ''), {
    path: ['REDIS_URL'],
    message:
      'is for several nodes, which need PostgreSQL: set DATABASE_URL to postgres://…, or leave this unset',
    when: () => true,
  });

/** Lists every invalid setting, in words for the operator. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export type Config = ReturnType<typeof readConfig>;

/** The hosted identity provider, or null for the embedded one. */
const hostedProvider = (url: string | undefined, key: string | undefined) =>
  url === undefined || key === undefined ? null : { url: url.replace(/\/+$/, ''), key };

/**
 * Parses the environment; nothing else reads it. An empty variable counts as unset.
 * @throws ConfigError listing every invalid value.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
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
    /** Null if photos are stored in `dataDir`. */
    s3: s3Settings(e, 'S3'),
    /** Null if automatic backups are off. */
    backup: backupSettings(e),
    /** The Redis that connects the nodes; null for a single node. */
    redisUrl: e.REDIS_URL ?? null,
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
    identity: {
      secret: e.AUTH_SECRET,
      signupOpen: e.AUTH_SIGNUP === 'open',
      autoconfirm: e.AUTH_AUTOCONFIRM,
      passwordMin: e.PASSWORD_MIN,
      /** These four are in seconds. */
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
      /** Null if Discord sign-in is disabled. */
      discord:
        clientId && clientSecret
          ? { clientId, clientSecret, baseUrl: e.DISCORD_BASE_URL.replace(/\/+$/, '') }
          : null,
      /** Null without an OpenID provider. */
      oidc: oidcSettings(e),
    },
    /** Where the source code that this instance runs is offered; null if unset. */
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
