import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { ConfigError, readConfig } from '../../../server/src/config.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const dirs: ReturnType<typeof makeTempDir>[] = [];
const tempDir = () => {
  const dir = makeTempDir();
  dirs.push(dir);
  return dir.path;
};
afterEach(() => {
  for (const dir of dirs.splice(0)) dir.remove();
});

/** Starts the server, which is expected to fail. @returns its exit code and output. */
async function failingStart(env: Record<string, string>) {
  const child = spawn(process.execPath, ['server/build/app/main.js'], {
    cwd: new URL('../../..', import.meta.url),
    env: { PATH: process.env.PATH, DATA_DIR: tempDir(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test('invalid settings are all listed', {
  tags: ['server-secret'],
}, async () => {
  const { code, stderr } = await failingStart({
    PORT: 'many',
    TIME_ZONE: 'Mars/Olympus',
    DATABASE_URL: 'mysql://x',
  });
  expect(code).toBe(1);
  for (const name of ['PORT', 'TIME_ZONE', 'DATABASE_URL']) expect(stderr).toContain(name);
});

test('HOST must be an address or a host name', { tags: ['invalid-settings'] }, () => {
  for (const host of ['0.0.0.0', '::', '::1', 'localhost', 'localhost.', 'shop-1.internal', 'web_1']) {
    expect(readConfig({ HOST: ` ${host}` }).host).toBe(host);
  }
  for (const host of [
    'http://localhost',
    'localhost:3000',
    '256.1.1.1',
    '10.0.0',
    '[::1]',
    'a b',
    '-a',
    'a..b',
    '*',
  ]) {
    expect(() => readConfig({ HOST: host }), host).toThrow(/HOST: must be an address or a host name/);
  }
});

test('MAIL_FROM must be one address', { tags: ['invalid-settings'] }, () => {
  for (const from of [
    'hello@shop.example',
    'no-reply@localhost',
    'The Shop <hello@shop.example>',
    '"Shop, the" <hello@shop.example>',
    String.raw`"The \"Shop\"" <hello@shop.example>`,
    'Zoë’s <hello@shop.example>',
    '<hello@shop.example>',
  ]) {
    expect(readConfig({ MAIL_FROM: `${from} ` }).mail.from).toBe(from);
  }
  for (const from of [
    'The Shop',
    'shop.example',
    'The Shop hello@shop.example',
    'The Shop <hello>',
    'Shop <a@b.example>, Other <c@d.example>',
    'a@b.example, c@d.example',
    'Shop <a@b.example',
    'Shop\r\nBcc: x@y.example <a@b.example>',
  ]) {
    expect(() => readConfig({ MAIL_FROM: from }), from).toThrow(/MAIL_FROM: must be an address/);
  }
});

test('a public URL must use https or this machine', () => {
  expect(() => readConfig({ PUBLIC_URL: 'http://shop.example' })).toThrow(ConfigError);
  expect(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl).toBe('https://shop.example');
  expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:4000' }).publicUrl).toBe('http://127.0.0.1:4000');
});

test('Discord needs all of its settings or none', () => {
  expect(() => readConfig({ DISCORD_CLIENT_ID: 'x' })).toThrow(/DISCORD_CLIENT_SECRET/);
  expect(() => readConfig({ DISCORD_CLIENT_SECRET: 'x', PORT: 'none' })).toThrow(
    /PORT[\s\S]*DISCORD_CLIENT_SECRET/,
  );
  expect(() => readConfig({ DISCORD_BASE_URL: 'http://discord.example' })).toThrow(/DISCORD_BASE_URL/);
  expect(() => readConfig({ REDIRECT_ALLOW: 'https://a.example javascript:alert(1)' })).toThrow(
    /REDIRECT_ALLOW/,
  );
  expect(readConfig({}).identity.discord).toBeNull();
  expect(readConfig({ DISCORD_CLIENT_ID: 'x', DISCORD_CLIENT_SECRET: 'y' }).identity.discord).toEqual({
    clientId: 'x',
    clientSecret: 'y',
    baseUrl: 'https://discord.com',
  });
});

test('an OpenID provider needs all of its settings', () => {
  const client = { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
  const issuer = 'https://id.example/realms/a';
  for (const incomplete of [
    client,
    { OIDC_ISSUER: issuer },
    { OIDC_NAME: 'Acme' },
    { OIDC_CLIENT_ID: 'x' },
  ]) {
    expect(() => readConfig(incomplete)).toThrow(/OIDC_ISSUER.*set all of them/);
  }
  expect(() => readConfig({ ...client, OIDC_ISSUER: 'http://id.example' })).toThrow(/OIDC_ISSUER.*https/);
  expect(readConfig({}).identity.oidc).toBeNull();
  const set = { ...client, OIDC_ISSUER: `${issuer}/` };
  expect(readConfig(set).identity.oidc).toEqual({
    ...{ issuer: `${issuer}/`, clientId: 'x', clientSecret: 'y', name: 'id.example' },
  });
  expect(readConfig({ ...set, OIDC_NAME: ' Acme ' }).identity.oidc?.name).toBe('Acme');
});

test('Redis is for several nodes, which need PostgreSQL', () => {
  expect(() => readConfig({ REDIS_URL: 'redis://localhost' })).toThrow(/REDIS_URL.*PostgreSQL/);
  const postgres = { DATABASE_URL: 'postgres://localhost/shop' };
  expect(() => readConfig({ ...postgres, REDIS_URL: 'http://localhost' })).toThrow(/REDIS_URL.*redis:/);
  expect(readConfig({ ...postgres, REDIS_URL: 'rediss://localhost/1' }).redisUrl).toBe(
    'rediss://localhost/1',
  );
  expect(readConfig(postgres).redisUrl).toBeNull();
});

test('a second server on one file does not start', async () => {
  const dataDir = tempDir();
  const product = await startProduct({ entry: 'server/build/app/main.js', dataDir, port: await freePort() });
  const { code, stderr } = await failingStart({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(stderr).toMatch(/selvedge\.db is in use by process \d+/);
  await product.kill();
  await product.start();
  await product.stop();
}, 120_000);

test('a port in use is reported clearly', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const { code, stderr } = await failingStart({ PORT: String(port), LOG_LEVEL: 'silent' });
  listener.close();
  expect(code).toBe(1);
  expect(stderr).toContain('set PORT to another number');
});

test('SIGTERM exits with 0', {
  tags: ['server-secret'],
}, async () => {
  const dataDir = tempDir();
  const product = await startProduct({ entry: 'server/build/app/main.js', dataDir, port: await freePort() });
  expect(product.output()).toContain(`Selvedge is ready at ${product.url}`);
  expect(await product.stop()).toBe(0);
  for (const [path, mode] of [
    ['selvedge.db', 0o600],
    ['secrets', 0o700],
    ['secrets/auth', 0o600],
  ] as const) {
    expect([path, statSync(join(dataDir, path)).mode & 0o777]).toEqual([path, mode]);
  }
});

test('a secret readable by others prevents a start', {
  tags: ['server-secret'],
}, async () => {
  const dataDir = tempDir();
  mkdirSync(join(dataDir, 'secrets'));
  const file = join(dataDir, 'secrets', 'auth');
  writeFileSync(file, 'x'.repeat(43), { mode: 0o644 });
  const { code, stderr } = await failingStart({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(stderr).toContain(`chmod 600 ${file}`);
});

test('idle connections do not keep a server from stopping', async () => {
  const port = await freePort();
  const product = await startProduct({ entry: 'server/build/app/main.js', dataDir: tempDir(), port });
  const silent = connect(port, '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  expect(await product.stop()).toBe(0);
  silent.destroy();
});
