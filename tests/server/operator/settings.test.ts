import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../../../server/src/config.ts';
import { Settings } from '../../../server/src/environment.ts';
import { exampleOf } from '../../../server/src/platform/core/setting.ts';
import { folderProblem } from '../../../server/src/platform/core/writable-folder.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

type Name = keyof typeof Settings.shape;
const NAMES = Object.keys(Settings.shape) as Name[];
const TWO_LINES = 'one\ntwo';
const SHORT = 'your_secret';

/** Values that an operator may give by mistake. A new setting needs its own. */
const WRONG: Record<Name, string[]> = {
  PORT: ['many', '65536', '80.5', '-1', ' '],
  HOST: ['localhost:3000'],
  PUBLIC_URL: ['market.example', 'http://shop.example', 'https://shop.example/market', 'https://', 'shop:80'],
  DATA_DIR: [TWO_LINES],
  DATABASE_URL: ['mysql://x', 'file:', 'postgres://user:pa/ss@host/shop', 'postgres://user:1#2@host/shop'],
  DATABASE_POOL: ['1'],
  S3_ENDPOINT: ['minio:9000'],
  S3_BUCKET: ['a/b'],
  S3_REGION: [TWO_LINES],
  S3_ACCESS_KEY_ID: [TWO_LINES],
  S3_SECRET_ACCESS_KEY: [TWO_LINES],
  BACKUP_DIR: [TWO_LINES],
  BACKUP_S3_ENDPOINT: ['minio:9000'],
  BACKUP_S3_BUCKET: ['a/b'],
  BACKUP_S3_REGION: [TWO_LINES],
  BACKUP_S3_ACCESS_KEY_ID: [TWO_LINES],
  BACKUP_S3_SECRET_ACCESS_KEY: [TWO_LINES],
  BACKUP_EVERY: ['daily', '0'],
  BACKUP_KEEP: ['7'],
  REDIS_URL: ['localhost:6379', 'redis://:pa#ss@host'],
  SMTP_URL: [
    'smtp.gmail.com:587',
    'smtp:smtp.gmail.com',
    'smtp://me:pa#ss@smtp.example:587',
    'smtp://me:p@ss#word@smtp.example:587',
    'smtp://me:1/ss@smtp.example:587',
  ],
  MAIL_FROM: ['The Shop'],
  PUSH_HOSTS: ['push.example.com/path'],
  WEBHOOK_ALLOW: ['192.168.1.0/33', 'printer.local'],
  AUTH_SECRET: [SHORT, SHORT.repeat(3)],
  AUTH_SIGNUP: ['no'],
  AUTH_AUTOCONFIRM: ['yes'],
  PASSWORD_MIN: ['6'],
  ACCESS_TTL: ['1h'],
  SESSION_IDLE: ['14d'],
  SESSION_MAX: ['30d'],
  REUSE_WINDOW: ['1'],
  IDENTITY_URL: [TWO_LINES],
  IDENTITY_KEY: [TWO_LINES],
  ADMIN_EMAILS: ['juniper'],
  REDIRECT_ALLOW: ['foo', 'https://a.example javascript:alert(1)'],
  DISCORD_CLIENT_ID: [TWO_LINES],
  DISCORD_CLIENT_SECRET: [TWO_LINES],
  DISCORD_BASE_URL: ['http://discord.example'],
  OIDC_ISSUER: ['auth.example'],
  OIDC_CLIENT_ID: [TWO_LINES],
  OIDC_CLIENT_SECRET: [TWO_LINES],
  OIDC_NAME: ['x'.repeat(41)],
  SECURITY_CONTACT: ['me@x.org', 'mailto:', 'x.org'],
  SOURCE_URL: ['git.example'],
  TIME_ZONE: ['Mars/Olympus'],
  BUMP_COOLDOWN_HOURS: ['a day'],
  RATE_LIMITS: ['true'],
  TRUST_PROXY: ['yes'],
  STOP_DELAY: ['61'],
  METRICS_TOKEN: ['short'],
  LOG_LEVEL: ['verbose'],
};
/** Words of the schema library. */
const UNEXPLAINED = /invalid|expected|received|too (small|big)|undefined|\[object/i;

/** What the operator reads about a setting. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return String((error as Error).message)
      .split('\n')
      .slice(1)
      .join('\n');
  }
}

test.each(NAMES)('a wrong %s is refused with an example', (name) => {
  for (const value of WRONG[name]) {
    const lines = refusal({ [name]: value }).split('\n');
    const own = lines.find((line) => line.startsWith(`  - ${name}: `)) ?? '';
    expect(own, value).toMatch(/: .{15,}\. Example: /s);
    expect(own).toContain(`Example: ${name}=${exampleOf(Settings.shape[name])}`);
    expect(own).not.toMatch(UNEXPLAINED);
  }
});

test.each(NAMES)('the example of %s is valid', (name) => {
  expect(Settings.shape[name].safeParse(exampleOf(Settings.shape[name])).error).toBeUndefined();
});

test.each(NAMES)('no text in %s breaks the start otherwise', (name) => {
  const odd = [
    '%',
    '::',
    'http://',
    'https://[',
    'a b',
    '0x10',
    '1e9',
    '@',
    '//',
    'é',
    '\u0007',
    'x:y@z#',
    '=;',
  ];
  // A refusal of another kind fails here.
  for (const value of [...odd, ...Object.values(WRONG).flat()]) refusal({ [name]: value });
});

async function start(env: Record<string, string>, user?: number) {
  const child = spawn(process.execPath, ['server/build/app/main.js'], {
    cwd: new URL('../../..', import.meta.url),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

const STACK = /\n\s+at |node:internal/;

test('a start names every wrong setting', async () => {
  const env = Object.fromEntries(NAMES.map((name) => [name, WRONG[name][0] ?? '']));
  const { code, stderr } = await start(env);
  expect(code).toBe(1);
  expect(NAMES.filter((name) => !stderr.includes(`  - ${name}: `))).toEqual([]);
  expect(stderr).not.toMatch(STACK);
});

test('a password in an address leaves the host unchanged', () => {
  for (const [written, host] of [
    ['smtp://me@x.example:p@ss@smtp.example:587', 'smtp.example'],
    ['smtp://me:p%23%2F%40@smtp.example', 'smtp.example'],
  ] as const) {
    expect(new URL(readConfig({ SMTP_URL: written }).mail.smtpUrl ?? '').hostname).toBe(host);
  }
  for (const url of [
    'postgres:///shop?host=/run/pg',
    'postgres://u:p@/shop',
    'postgres://h/shop?options=a@b',
  ])
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

function tempDir(): string {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  return dir.path;
}
const isRoot = process.getuid?.() === 0;
const OTHER = 65_534;

/** A folder that everyone can reach. */
function openDir(): string {
  const path = tempDir();
  chmodSync(path, 0o755);
  return path;
}

test.skipIf(!isRoot)("a server refuses another's data folder with its owner", async () => {
  const folder = openDir();
  const { code, stderr } = await start({ DATA_DIR: folder }, OTHER);
  expect(code).toBe(1);
  expect(stderr).toContain(`DATA_DIR: ${folder} is not writable: it belongs to root`);
  expect(stderr).toContain(`the server runs as user ${OTHER}`);
  expect(stderr).toContain(`chown -R ${OTHER}:${OTHER}`);
  expect(stderr).not.toMatch(STACK);
});

test.skipIf(!isRoot)("another user's file in the data folder is named", async () => {
  const folder = openDir();
  chownSync(folder, OTHER, OTHER);
  writeFileSync(join(folder, 'selvedge.db'), '', { mode: 0o600 });
  const { stderr } = await start({ DATA_DIR: folder }, OTHER);
  expect(stderr).toContain(`${join(folder, 'selvedge.db')} is not writable`);
  expect(stderr).not.toMatch(STACK);
});

/** The command for another user than root, in an image or not. */
async function remedy(folder: string, inContainer: boolean): Promise<string> {
  const script = `import { folderProblem } from './server/src/platform/core/writable-folder.ts';
    console.log(folderProblem(${JSON.stringify(folder)}, ${inContainer}).todo)`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    ...{ cwd: new URL('../../..', import.meta.url), uid: OTHER, gid: OTHER },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await child.stdout.toArray()).join('').trim();
}

test.skipIf(!isRoot)('the remedy for a data folder fits the machine', async () => {
  const folder = openDir();
  expect(await remedy(folder, false)).toBe(`sudo chown -R ${OTHER}:${OTHER} ${folder}`);
  expect(await remedy(join(folder, 'new'), false)).toBe(
    `sudo install -d -m 700 -o ${OTHER} -g ${OTHER} ${join(folder, 'new')}`,
  );
  expect(await remedy(folder, true)).toMatch(
    /^on the host, sudo chown .* docker compose run .* selvedge chown -R 65534:65534/,
  );
});

test('a file instead of the data folder is named', async () => {
  const file = join(tempDir(), 'data');
  writeFileSync(file, '');
  const { stderr } = await start({ DATA_DIR: file });
  expect(stderr).toContain(`DATA_DIR: ${file} is not a folder`);
  expect(folderProblem(join(file, 'deeper'))?.says).toBe(`${file} is not a folder.`);
});
