import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** The first version with streams. */
const VERSION_MIN = 5;
const TIMEOUT_MS = 4_000;
/** Starts with the prefix of the nodes' keys, since the Redis user may be restricted to it (ACL). */
const KEY = 'selvedge:doctor';

const REMEDIES: [reply: RegExp, says: string, todo: string][] = [
  [
    /^(NOAUTH|WRONGPASS|ERR (invalid password|AUTH|Client sent AUTH))/,
    'It rejects the sign-in',
    'Correct the user and password in REDIS_URL: redis://user:password@host/1, with characters like @ and # percent-encoded.',
  ],
  [
    /NOPERM|ACL failure|can't run this command/,
    'This user lacks permissions that nodes need',
    'ACL SETUSER that-user ~selvedge:* +ping +select +xadd +xread +xrevrange +eval +set +incrby +pttl +expire',
  ],
  [
    /^ERR (DB index|SELECT|invalid DB)/,
    'It has no such database',
    'Correct the number at the end of REDIS_URL, or raise databases in redis.conf.',
  ],
  [
    /^OOM/,
    'Its memory is full, and it rejects writes',
    'Raise maxmemory, or find out what else uses it: nodes need a few megabytes.',
  ],
  [/^READONLY/, 'It is a read-only replica', 'Point REDIS_URL at the primary.'],
  [
    /^MISCONF/,
    'It could not save to disk and rejects writes',
    'Free space on its disk, or turn saving off (CONFIG SET save ""): its data need not last.',
  ],
  [
    /CERT|SELF_SIGNED|ERR_TLS/,
    'Its certificate is not trusted',
    'Set NODE_EXTRA_CA_CERTS to the certificate of its issuer, and use the host of the certificate in REDIS_URL.',
  ],
];

function refusal(error: unknown): Finding {
  const reason = reasonOf(error).replace(/\.+$/, '');
  const [, says, todo] = REMEDIES.find(([reply]) => reply.test(reason)) ?? [];
  if (says && todo) return fail('redis', `${says}: ${reason}.`, todo);
  return fail(
    'redis',
    `It does not respond: ${reason}.`,
    'Check that it runs, and that REDIS_URL has the right host, password and database number, and rediss:// for TLS.',
  );
}

const readInfo = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';

function findings(info: string | null, policy: string | undefined): Finding[] {
  // Hosted Redis often denies INFO; its settings are then up to the provider.
  if (info === null) return [ok('redis', 'It responds, and accepts bus messages.')];
  const version = readInfo(info, 'redis_version');
  if (Number.parseInt(version, 10) < VERSION_MIN) {
    return [fail('redis', `Version ${version} has no streams.`, `Use ${VERSION_MIN} or newer.`)];
  }
  const found = [ok('redis', `Version ${version} responds, and accepts bus messages.`)];
  if (policy !== undefined && policy !== 'noeviction') {
    found.push(
      warn(
        'redis',
        `When its memory is full it evicts keys (maxmemory-policy ${policy}), and nodes miss bus messages.`,
        'CONFIG SET maxmemory-policy noeviction',
      ),
    );
  }
  if (readInfo(info, 'rdb_last_bgsave_status') === 'err') {
    found.push(
      warn(
        'redis',
        'It could not save to disk and may reject writes.',
        'Free space on its disk, or turn saving off: its data need not last.',
      ),
    );
  }
  return found;
}

/** Checks the Redis of several nodes. @returns nothing for a single node */
export async function checkRedis(url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const [{ createClient }, { RateLimiterRedis }] = await Promise.all([
    import('redis'),
    import('rate-limiter-flexible'),
  ]);
  const client = createClient({
    url,
    socket: { connectTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, reconnectStrategy: false },
  });
  // Every command rejects with the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const info = await client.info().catch(() => null);
    const policy = await client.configGet('maxmemory-policy').catch(() => ({}) as Record<string, string>);
    const found = findings(info, policy['maxmemory-policy']);
    if (found.some(({ level }) => level === 'FAIL')) return found;
    await client.ping();
    await client.xRevRange(KEY, '+', '-', { COUNT: 1 });
    await client.xRead({ key: KEY, id: '0-0' }, { COUNT: 1 });
    // Appends nothing (NOMKSTREAM), but shows whether this user may write; Redis before 6.2 rejects it as a
    // syntax or id error.
    await client.sendCommand(['XADD', KEY, 'NOMKSTREAM', '*', 'doctor', '']).catch((error: unknown) => {
      if (!/invalid stream id|syntax/i.test(reasonOf(error))) throw error;
    });
    // Counts like the nodes' rate limits; the key expires after a second.
    const limiter = {
      storeClient: client,
      useRedisPackage: true,
      keyPrefix: KEY,
      points: 1_000,
      duration: 1,
    };
    await new RateLimiterRedis(limiter).consume('');
    return found;
  } catch (error) {
    return [refusal(error)];
  } finally {
    if (client.isOpen) client.destroy();
  }
}
