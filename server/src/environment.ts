import { isIP } from 'node:net';
import * as z from 'zod';
import { isCompleteOidc } from './identity/oidc/settings.ts';
import {
  BACKUP_VARIABLES,
  hasOneTarget,
  hasOwnBucket,
  hasTargetIfNeeded,
} from './operator/backups/settings.ts';
import { parseSubnet, type Subnet } from './platform/core/ip-address.ts';
import {
  address,
  addressProblem,
  checked,
  choice,
  flag,
  number,
  serverProblem,
  setting,
  text,
} from './platform/core/setting.ts';
import { isCompleteS3, S3_VARIABLES } from './platform/media/s3-settings.ts';

/** The real Discord; tests set another base URL. */
export const DISCORD = 'https://discord.com';

export const DEFAULT_SENDER = 'Selvedge <no-reply@localhost>';

const seconds = (min: number, max: number) => number({ min, max, unit: 'seconds' });

const hostProblem = (host: string) =>
  // A host name whose last label is a number is a mistyped IP address.
  isIP(host) > 0 || /^(?!-)([\w-]+(?<!-)\.(?!-))*(?!\d+\.?$)[\w-]+(?<!-)\.?$/.test(host)
    ? null
    : 'must be an address or a host name';
const hostName = checked(hostProblem);

const databaseUrl = checked((url) => {
  if (/^file:\P{Cc}+$/u.test(url)) return null;
  return /^postgres(ql)?:/.test(url)
    ? serverProblem(url, ['postgres', 'postgresql'])
    : 'must start with file: or postgres://';
});

const NAME = /[^<>@,;:"\p{Cc}]*|"(?:[^"\\\p{Cc}]|\\\P{Cc})*"/u.source;
const ADDRESS = /[^\s<>@,;:"()]+@[^\s<>@,;:"()]+/u.source;
const SENDER = new RegExp(`^(${ADDRESS}|(${NAME}) *<${ADDRESS}>)$`, 'u');
const sender = checked((from) =>
  SENDER.test(from)
    ? null
    : 'must be an address, or a name and an address; commas and colons in a name need quotes around it',
);

const list = (separator: RegExp, problemOf: (entry: string) => string | null) =>
  z.string().transform((value, context): string[] => {
    const entries = value.split(separator).filter(Boolean);
    for (const entry of entries) {
      const problem = problemOf(entry);
      if (problem !== null) context.addIssue({ code: 'custom', message: `"${entry}" ${problem}` });
    }
    return entries;
  });

/** Exact page URLs, separated by commas or spaces. */
const pages = list(/[\s,]+/, (page) => addressProblem(page, { isSafe: true }));

const hostNames = list(/[\s,]+/, hostProblem).transform((hosts) => hosts.map((host) => host.toLowerCase()));

const isMailAddress = (entry: string) => z.email().safeParse(entry).success;
const mailAddresses = list(/[\s,]+/, (entry) =>
  isMailAddress(entry) ? null : 'must be an e-mail address; commas separate several',
).transform((entries) => entries.map((entry) => entry.toLowerCase()));

const timeZone = checked((zone) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return null;
  } catch {
    return 'is not a known time zone';
  }
});

const contact = checked((value) => {
  if (isMailAddress(value)) return 'must start with mailto: if it is an e-mail address';
  if (/^https:/.test(value)) return addressProblem(value);
  const [, given = ''] = /^mailto:([^?]*)/.exec(value) ?? [];
  return isMailAddress(given) || /^tel:\+?[\d().-]+$/.test(value)
    ? null
    : 'must start with https://, mailto: or tel:';
});

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
        message: `must be true, false, or addresses; "${entry}" is not one`,
      });
      return z.NEVER;
    }
    proxies.push(subnet);
  }
  return proxies;
});

/** Networks in CIDR notation, separated by commas or spaces. */
const networks = list(/[\s,]+/, (network) =>
  parseSubnet(network) ? null : 'must be a network like 192.168.0.0/16',
).transform((entries) => entries.map((entry) => parseSubnet(entry) as Subnet));

const secret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .refine((value) => !value.includes('your_'), 'still contains "your_"');

const site = address({ isSafe: true });
const SECRET_EXAMPLE = 'the output of: openssl rand -base64 33';

export const Settings = z.object({
  PORT: setting(number({ min: 0, max: 65_535 }).default(3000), '3000'),
  HOST: setting(hostName.default('127.0.0.1'), '0.0.0.0'),
  PUBLIC_URL: setting(address({ isSafe: true, isOrigin: true }).optional(), 'https://shop.example.com'),
  DATA_DIR: setting(text.default('data'), '/var/lib/selvedge'),
  DATABASE_URL: setting(databaseUrl.optional(), 'postgres://user:password@localhost:5432/selvedge'),
  DATABASE_POOL: setting(number({ min: 4, max: 1_000, unit: 'connections' }).default(10), '10'),
  ...S3_VARIABLES,
  ...BACKUP_VARIABLES,
  REDIS_URL: setting(
    checked((url) => serverProblem(url, ['redis', 'rediss'])).optional(),
    'redis://localhost:6379/1',
  ),
  SMTP_URL: setting(
    checked((url) => serverProblem(url, ['smtp', 'smtps'])).optional(),
    'smtps://user:password@smtp.example.com:465',
  ),
  MAIL_FROM: setting(sender.default(DEFAULT_SENDER), 'Shop <hello@shop.example.com>'),
  PUSH_HOSTS: setting(hostNames.default([]), 'push.example.com, ntfy.example.com'),
  WEBHOOK_ALLOW: setting(networks.default([]), '192.168.1.0/24, fd00:1::/64'),
  AUTH_SECRET: setting(secret.optional(), SECRET_EXAMPLE),
  AUTH_SIGNUP: setting(choice(['open', 'closed']).default('open'), 'closed'),
  AUTH_AUTOCONFIRM: setting(flag.default(false), 'true'),
  PASSWORD_MIN: setting(number({ min: 8, max: 64, unit: 'characters' }).default(8), '10'),
  ACCESS_TTL: setting(seconds(300, 3_600).default(900), '900'),
  SESSION_IDLE: setting(seconds(3_600, 31_536_000).default(14 * 86_400), '1209600'),
  SESSION_MAX: setting(seconds(3_600, 31_536_000).default(30 * 86_400), '2592000'),
  REUSE_WINDOW: setting(seconds(5, 300).default(35), '35'),
  // Placeholders in these two do not stop the server: it runs without sign-in.
  IDENTITY_URL: setting(text.optional(), 'https://id.example.com/auth/v1'),
  IDENTITY_KEY: setting(text.optional(), 'the public key of the identity provider'),
  ADMIN_EMAILS: setting(mailAddresses.default([]), 'me@example.com,you@example.com'),
  REDIRECT_ALLOW: setting(pages.default([]), 'https://shop.example.com/login'),
  DISCORD_CLIENT_ID: setting(text.optional(), '1234567890'),
  DISCORD_CLIENT_SECRET: setting(text.optional(), 'the client secret that Discord shows'),
  DISCORD_BASE_URL: setting(site.default(DISCORD), DISCORD),
  OIDC_ISSUER: setting(site.optional(), 'https://id.example.com/realms/shop'),
  OIDC_CLIENT_ID: setting(text.optional(), 'selvedge'),
  OIDC_CLIENT_SECRET: setting(text.optional(), 'the client secret of the provider'),
  OIDC_NAME: setting(text.max(40, 'must have at most 40 characters').optional(), 'Example ID'),
  SECURITY_CONTACT: setting(contact.optional(), 'mailto:security@example.com'),
  SOURCE_URL: setting(address().optional(), 'https://git.example.com/selvedge'),
  TIME_ZONE: setting(timeZone.default('America/Los_Angeles'), 'America/Los_Angeles'),
  BUMP_COOLDOWN_HOURS: setting(
    number({ min: 0, max: 8_760, unit: 'hours', hasFractions: true }).default(24),
    '24',
  ),
  RATE_LIMITS: setting(choice(['on', 'off']).default('on'), 'on'),
  TRUST_PROXY: setting(proxyTrust.default(false), '10.0.0.1, 10.0.0.0/8'),
  STOP_DELAY: setting(seconds(0, 60).default(0), '5'),
  METRICS_TOKEN: setting(z.string().min(16, 'must have at least 16 characters').optional(), SECRET_EXAMPLE),
  LOG_LEVEL: setting(choice(['debug', 'info', 'warn', 'error', 'silent']).default('info'), 'info'),
});

/** The settings, each valid and in agreement with the others. */
export const Environment = Settings.refine(
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
