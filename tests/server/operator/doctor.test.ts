import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { readConfig } from '../../../server/src/config.ts';
import { checkCertificate } from '../../../server/src/operator/doctor/certificate.ts';
import { clockFinding } from '../../../server/src/operator/doctor/clock.ts';
import { checkDatabase, postgresFindings } from '../../../server/src/operator/doctor/database.ts';
import { checkDisk, checkNode } from '../../../server/src/operator/doctor/machine.ts';
import { checkMail } from '../../../server/src/operator/doctor/mail.ts';
import { checkPhotos } from '../../../server/src/operator/doctor/photos.ts';
import { checkRedis } from '../../../server/src/operator/doctor/redis.ts';
import { addressFindings, checkSite } from '../../../server/src/operator/doctor/site.ts';
import { operate } from '../../../server/src/operator/operate.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { insertRows } from '../../support/data/rows.ts';
import { makeCertificate } from '../../support/peers/certificate.ts';
import { startFrontProxy } from '../../support/peers/front-proxy.ts';
import { startMailPeer } from '../../support/peers/mail-peer.ts';
import { aclOfManual, redisUnavailable, startRedis } from '../../support/peers/redis.ts';
import { startS3 } from '../../support/peers/s3.ts';
import { engines } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { worldForAll } from '../../support/world.ts';

describe.each(engines())('doctor (%s)', (engine) => {
  const server = worldForAll({ engine });

  async function examine(env: Record<string, string> = {}) {
    const output: string[] = [];
    const errors: string[] = [];
    const settings = { ...server.env, PORT: new URL(server.url).port };
    const code = await operate(
      ['doctor'],
      { ...settings, ...env },
      { print: (line: string) => output.push(line), printError: (line: string) => errors.push(line) },
    );
    return { code, output, errors };
  }
  async function behind(faults: Parameters<typeof startFrontProxy>[1]) {
    const proxy = await startFrontProxy(Number(new URL(server.url).port), faults);
    onTestFinished(proxy.close);
    // The public URL leads to the proxy.
    const config = { publicUrl: proxy.url, host: '127.0.0.1', port: 1, trustProxy: false };
    return (await checkSite(config)).map(({ level, about }) => `${level} ${about}`);
  }

  test('a good installation passes, with one line per check', async () => {
    const mail = await startMailPeer();
    onTestFinished(mail.close);
    const { output } = await examine({ SMTP_URL: mail.url, MAIL_FROM: 'Shop <hello@shop.example>' });
    for (const about of ['node', 'data folder', 'file modes', 'secret', 'disk', 'photos', 'mail', 'tables']) {
      expect(output.find((line) => line.startsWith(`ok    ${about}: `))).toBeTruthy();
    }
    for (const about of ['server', 'clock', 'websocket', 'event stream', 'uploads']) {
      expect(output.find((line) => line.startsWith(`ok    ${about}: `))).toBeTruthy();
    }
    expect(output.join('\n')).toContain('warn  address: ');
    expect(mail.mails).toEqual([]);
  });

  test('what waits too long is named', async () => {
    const [createdAt, dueAt] = [new Date(Date.now() - 2 * 3_600_000), new Date(Date.now() + 3_600_000)];
    await insertRows(server.db, 'mails', {
      ...{ id: randomUUID(), sealed: 'x', createdAt, dueAt, expiresAt: dueAt },
    });
    onTestFinished(async () => {
      await server.db.transact(async ({ q, t }) => q.delete(t.mails).returning({ id: t.mails.id }));
    });
    const lines = (await examine()).output.filter((line) => line.includes(' queues: '));
    expect(lines).toEqual([
      'ok    queues: Pushes: nothing waits, 0 failed in the last hour.',
      'ok    queues: Webhooks: nothing waits, 0 failed in the last hour.',
      'ok    queues: Posts at Discord: nothing waits, 0 failed in the last hour.',
      'warn  queues: Mails: 1 waiting, the oldest for 2h, 0 failed in the last hour. → Check that the server runs; its log says why attempts fail.',
    ]);
  });

  test('files readable by others lead to a remedy', { tags: ['server-secret'] }, async () => {
    const secret = join(server.dataDir, 'secrets', 'auth');
    chmodSync(secret, 0o644);
    onTestFinished(() => chmodSync(secret, 0o600));
    const { code, output, errors } = await examine();
    expect(code).toBe(1);
    expect(output).toContain(
      `FAIL  file modes: Other users of this machine can read ${secret}. → chmod 600 ${secret}`,
    );
    expect(errors.join()).toContain('must be fixed');
  });

  test('a proxy that blocks WebSockets is detected', async () => {
    expect(await behind({ stripsUpgrade: true })).toContain('FAIL websocket');
    expect(await behind({ maxBody: 1024 * 1024 })).toContain('FAIL uploads');
    expect(await behind({ buffers: true })).toContain('warn event stream');
    const good = await behind({});
    for (const about of ['clock', 'server', 'event stream', 'uploads']) expect(good).toContain(`ok ${about}`);
  });

  test("a clock unlike the front server's is reported", async () => {
    expect(await behind({ aheadMs: 90_000 })).toContain('FAIL clock');
    expect(await behind({ aheadMs: -10_000 })).toContain('warn clock');
  });

  test('an unreachable public URL is blamed on its proxy', async () => {
    const unusedUrl = `http://localhost:${await freePort()}`;
    const { output, code } = await examine({ PUBLIC_URL: unusedUrl });
    expect(code).toBe(1);
    expect(output.join('\n')).toMatch(
      /FAIL {2}server: .* does not reach the product: ECONNREFUSED.*It runs here/,
    );
    const elsewhere = { publicUrl: unusedUrl, host: '127.0.0.1', port: await freePort(), trustProxy: false };
    expect((await checkSite(elsewhere)).at(-1)).toMatchObject({ level: 'warn', about: 'server' });
  });
});

test('an outdated Node is reported', () => {
  expect(checkNode('20.19.0').level).toBe('FAIL');
  expect(checkNode('24.1.0').level).toBe('ok');
});

test('a nearly full disk is a warning', async () => {
  const disk = (bavail: number) => checkDisk('/', async () => ({ bavail, bsize: 4096, blocks: 100_000_000 }));
  expect((await disk(50_000_000)).level).toBe('ok');
  expect((await disk(4_000_000)).level).toBe('warn');
  expect((await disk(0)).level).toBe('FAIL');
});

test('a missing, unreachable, newer or invalid database is reported', async () => {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  const file = join(dir.path, 'selvedge.db');
  const levels = async (url: string) => (await checkDatabase(url, 10)).map(({ level }) => level);
  expect(await levels(`file:${file}`)).toEqual(['warn']);
  writeFileSync(file, 'this is no database, whatever its name is, and it is long enough to be read as one');
  expect(await levels(`file:${file}`)).toEqual(['FAIL']);
  const newer = join(dir.path, 'newer.db');
  const sqlite = new Sqlite(newer);
  sqlite.exec('create table __drizzle_migrations (created_at integer, since integer)');
  const apply = (since: number) =>
    sqlite.prepare('insert into __drizzle_migrations values (?, ?)').run(Date.UTC(2100, 0), since);
  for (let i = 0; i < 50; i += 1) apply(1);
  expect(await levels(`file:${newer}`)).toEqual(['warn', 'ok']);
  apply(100);
  sqlite.close();
  expect(await levels(`file:${newer}`)).toEqual(['warn', 'FAIL']);
  expect(await levels(`postgres://nobody@127.0.0.1:${await freePort()}/none`)).toEqual(['FAIL']);
});

test('unsafe settings of PostgreSQL are reported', () => {
  const settings = {
    ...{ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', server_encoding: 'UTF8' },
    ...{ max_connections: '100', superuser_reserved_connections: '3', archive_mode: 'on' },
  };
  const found = (changes: Record<string, string>, more = {}) =>
    postgresFindings(
      {
        ...{ dialect: 'postgres', version: 170_002, connections: 5, hasTrigrams: true },
        isArchivingBroken: false,
        clock: { theirs: 100_000, from: 99_500, to: 100_500 },
        migrated: { applied: 30, known: 30, needed: 30 },
        settings: { ...settings, ...changes },
        ...more,
      },
      10,
    ).flatMap(({ level, about }) => (level === 'ok' ? [] : [`${level} ${about}`]));
  expect(found({})).toEqual([]);
  expect(found({ fsync: 'off' })).toEqual(['FAIL database']);
  expect(found({ synchronous_commit: 'off' })).toEqual(['FAIL database']);
  expect(found({ server_encoding: 'SQL_ASCII' })).toEqual(['FAIL database']);
  expect(found({ max_connections: '15' })).toEqual(['warn connections']);
  expect(found({}, { isArchivingBroken: true })).toEqual(['FAIL database']);
  expect(found({ archive_mode: 'off' }, { isArchivingBroken: true })).toEqual([]);
  expect(found({}, { version: 120_010 })).toEqual(['warn database']);
  expect(found({}, { clock: { theirs: 60_000, from: 99_500, to: 100_500 } })).toEqual(['FAIL clock']);
  expect(found({}, { hasTrigrams: false, migrated: { applied: 0, known: 30, needed: 0 } })).toEqual([
    'FAIL database',
    'warn tables',
  ]);
});

test('a clock off by seconds is a warning', () => {
  expect(clockFinding('somebody', 900).level).toBe('ok');
  expect(clockFinding('somebody', -3_000).says).toContain('3 seconds ahead of');
  expect(clockFinding('somebody', 31_000).level).toBe('FAIL');
});

test('a mail server that cannot be used is reported', async () => {
  const check = (smtpUrl: string | undefined) =>
    checkMail({ mail: { smtpUrl, from: 'Shop <hello@shop.example>' } });
  const peer = await startMailPeer();
  onTestFinished(peer.close);
  expect(await check(peer.url)).toMatchObject({ level: 'ok' });
  expect(await check(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({ level: 'FAIL' });
  const withName = peer.url.replace('//', '//shop:wrong@');
  expect(await check(withName)).toMatchObject({ level: 'FAIL' });
  expect(await check(undefined)).toMatchObject({ level: 'warn' });
  expect(peer.mails).toEqual([]);
});

test('an unusable bucket is reported with its error', async () => {
  const s3 = await startS3();
  const log = createLog('silent');
  const settings = s3.settings();
  expect(await checkPhotos(settings, log)).toMatchObject({ level: 'ok' });
  expect(s3.objects()).toEqual([]);
  const wrong = await checkPhotos({ ...settings, secretAccessKey: 'not this' }, log);
  expect(wrong).toMatchObject({ level: 'FAIL', todo: 'Correct S3_SECRET_ACCESS_KEY and S3_REGION.' });
  const missing = await checkPhotos({ ...settings, bucket: 'another' }, log);
  expect(missing).toMatchObject({ level: 'FAIL', todo: 'Create the bucket, or correct S3_BUCKET.' });
  await s3.close();
  expect(await checkPhotos(settings, log)).toMatchObject({ level: 'FAIL', about: 'photos' });
});

test.skipIf(redisUnavailable)('a Redis that evicts keys is reported', async () => {
  const redis = await startRedis();
  onTestFinished(redis.remove);
  expect((await checkRedis(redis.url)).map(({ level }) => level)).toEqual(['ok']);
  const { createClient } = await import('redis');
  const client = createClient({ url: redis.url });
  await client.connect();
  await client.configSet('maxmemory-policy', 'allkeys-lru');
  client.destroy();
  expect((await checkRedis(redis.url)).map(({ level }) => level)).toEqual(['ok', 'warn']);
  await redis.kill();
  expect((await checkRedis(redis.url)).map(({ level }) => level)).toEqual(['FAIL']);
});

test.skipIf(redisUnavailable)('a Redis that refuses requests is reported with reason', async () => {
  const redis = await startRedis({ requirepass: 'secret' });
  onTestFinished(redis.remove);
  const at = (who: string, number = 1) => redis.url.replace('//', `//${who}@`).concat(`/${number}`);
  const { createClient } = await import('redis');
  const client = createClient({ url: at(':secret') });
  await client.connect();
  onTestFinished(() => client.destroy());
  const finding = async (url: string) => {
    const [first] = await checkRedis(url);
    return `${first?.level} ${first?.says} ${first?.todo ?? ''}`;
  };
  expect(await finding(redis.url)).toMatch(
    /^FAIL It rejects the sign-in: NOAUTH.* Correct the user and password/,
  );
  expect(await finding(at(':wrong'))).toMatch(/^FAIL It rejects the sign-in: WRONGPASS/);
  expect(await finding(at(':secret', 99))).toMatch(/^FAIL It has no such database.* Correct the number/);

  await client.sendCommand(aclOfManual('shop', 'may'));
  expect(await finding(at('shop:may'))).toMatch(/^ok It responds/);
  const rights = aclOfManual('shop', 'may').filter((word) => word.startsWith('+'));
  for (const right of rights) {
    // The script needs it only when another program has removed a counter's expiry.
    if (right === '+expire') continue;
    const without = aclOfManual('less', 'may').concat(right.replace('+', '-'));
    await client.sendCommand(without);
    expect(await finding(at('less:may')), right).toMatch(/^FAIL This user lacks permissions.* ACL SETUSER/);
  }
  await client.configSet('maxmemory', '1');
  expect(await finding(at('shop:may'))).toMatch(/^FAIL Its memory is full.* Raise maxmemory/);
  await client.configSet('maxmemory', '0');
  // The doctor's counters have expired, and it published nothing.
  await expect.poll(() => client.keys('*')).toEqual([]);
  await client.sendCommand(['REPLICAOF', '127.0.0.1', String(await freePort())]);
  expect(await finding(at('shop:may'))).toMatch(
    /^FAIL It is a read-only replica.* Point REDIS_URL at the primary/,
  );
});

test('an untrusted certificate is reported', {
  tags: ['certificate-check'],
}, async () => {
  const server = createServer(makeCertificate());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const levels = async (now?: number) => (await checkCertificate(url, now)).map(({ level }) => level);
  expect(await levels()).toEqual(['FAIL', 'warn']);
  expect(await levels(Date.now() + 3 * 86_400_000)).toEqual(['FAIL', 'FAIL']);
  expect(await checkCertificate(`https://localhost:${await freePort()}`)).toMatchObject([{ level: 'FAIL' }]);
});

test('settings that merge all visitors into one are reported', () => {
  const levels = (env: Record<string, string>) =>
    addressFindings(readConfig(env)).map(({ todo = '' }) => /PUBLIC_URL|TRUST_PROXY/.exec(todo)?.[0]);
  expect(levels({})).toEqual(['PUBLIC_URL']);
  expect(levels({ PUBLIC_URL: 'https://shop.example' })).toEqual(['TRUST_PROXY']);
  expect(levels({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: 'true' })).toEqual([]);
  expect(levels({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: 'true', HOST: '0.0.0.0' })).toEqual([
    'TRUST_PROXY',
  ]);
});
