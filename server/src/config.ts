import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { isLoopbackHost } from './core/loopback.ts';
import { isCompleteS3, S3_VARIABLES, s3Settings } from './uploads/s3-settings.ts';

/** Where Discord itself is. */
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
    // The last label of a host name must not be a number: that would be a mistyped IP address.
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

/** Exact addresses of pages, separated by commas or spaces. */
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
  .pipe(z.array(z.email('must be e-mail addresses with commas between them')));

/** Whose `X-Forwarded-For` is believed: nobody's, that of whoever connects, or that of these proxies only. */
export type ProxyTrust = boolean | BlockList;

const proxyTrust = z.string().transform((value, context): ProxyTrust => {
  if (value === 'true' || value === 'false') return value === 'true';
  const proxies = new BlockList();
  for (const entry of value.split(',').map((each) => each.trim())) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (!isIP(address) || bits === '' || !Number.isInteger(prefix) || prefix < 0 || prefix > most) {
      context.addIssue({
        code: 'custom',
        message: `must be true, false, or addresses like 10.0.0.1, 10.0.0.0/8; "${entry}" is none`,
      });
      return z.NEVER;
    }
    proxies.addSubnet(address, prefix, family);
  }
  return proxies;
});

/** Every environment variable that the product reads. */
export const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: hostName.default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|postgres(ql)?:\/\/)/, 'must start with file: or postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(1_000).default(10),
  ...S3_VARIABLES,
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must start with redis:// or rediss://' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.default('Selvedge <no-reply@localhost>'),
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
  SECURITY_CONTACT: z.url({ protocol: /^(https|mailto|tel)$/ }).optional(),
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
    // Checked even where other variables are invalid, so that all problems are reported at once.
    when: () => true,
  },
)
  .refine(isCompleteS3, {
    path: ['S3_ENDPOINT'],
    message: 'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong to it: all of them, or none',
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
      'is for several nodes, which need PostgreSQL: set DATABASE_URL to postgres://…, or leave this away',
    when: () => true,
  });

/** Every problem of the environment at once, in words for the person who set it. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export type Config = ReturnType<typeof readConfig>;

/** The hosted identity provider; null where the embedded one is used. */
const hostedProvider = (url: string | undefined, key: string | undefined) =>
  url === undefined || key === undefined ? null : { url: url.replace(/\/+$/, ''), key };

/**
 * The environment, parsed once; nothing else reads it. An empty variable counts as not set.
 * @throws ConfigError listing every bad value.
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
    /** Origin without a trailing slash: the sole source of links, issuer and redirects. */
    publicUrl: address.origin,
    /** Where to report vulnerabilities; by default the mailbox that RFC 2142 reserves for this. */
    securityContact: e.SECURITY_CONTACT ?? `mailto:security@${address.hostname}`,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? `file:${resolve(dataDir, 'selvedge.db')}`,
    /** How many connections to PostgreSQL each process holds at most. */
    databasePool: e.DATABASE_POOL,
    /** Null where photos are kept in `dataDir`. */
    s3: s3Settings(e),
    /** The Redis through which nodes talk to each other; null where there is only one node. */
    redisUrl: e.REDIS_URL ?? null,
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
    identity: {
      secret: e.AUTH_SECRET,
      signupOpen: e.AUTH_SIGNUP === 'open',
      autoconfirm: e.AUTH_AUTOCONFIRM,
      passwordMin: e.PASSWORD_MIN,
      /** All in seconds. */
      accessTtl: e.ACCESS_TTL,
      sessionIdle: e.SESSION_IDLE,
      sessionMax: e.SESSION_MAX,
      reuseWindow: e.REUSE_WINDOW,
      /** A hosted provider in place of the embedded one; whether it is usable is checked when it is opened. */
      hosted: hostedProvider(e.IDENTITY_URL, e.IDENTITY_KEY),
      /** In lower case. */
      adminEmails: e.ADMIN_EMAILS,
      /** Pages that a sign-in with Discord may redirect back to, besides those of the public URL. */
      redirectAllow: e.REDIRECT_ALLOW,
      /** Null where nobody signs in with Discord. */
      discord:
        clientId && clientSecret
          ? { clientId, clientSecret, baseUrl: e.DISCORD_BASE_URL.replace(/\/+$/, '') }
          : null,
    },
    timeZone: e.TIME_ZONE,
    bumpCooldownHours: e.BUMP_COOLDOWN_HOURS,
    rateLimits: e.RATE_LIMITS === 'on',
    trustProxy: e.TRUST_PROXY,
    /** Seconds between reporting not ready and refusing new connections, when the server stops. */
    stopDelay: e.STOP_DELAY,
    /** The bearer token for reading `/metrics` from other machines; undefined where none may. */
    metricsToken: e.METRICS_TOKEN,
    logLevel: e.LOG_LEVEL,
  };
}
