import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** The first with streams. */
const VERSION_MIN = 5;
const TIMEOUT_MS = 4_000;

const readInfo = (info: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';

function findings(info: string, policy: string | undefined): Finding[] {
  const version = readInfo(info, 'redis_version');
  if (Number.parseInt(version, 10) < VERSION_MIN) {
    return [fail('redis', `Version ${version} has no streams.`, `Take ${VERSION_MIN} or newer.`)];
  }
  const found = [ok('redis', `Version ${version} answers.`)];
  // Where the host does not let it be asked, it is the host's.
  if (policy !== undefined && policy !== 'noeviction') {
    found.push(
      warn(
        'redis',
        `When its memory is full it forgets (maxmemory-policy ${policy}), and nodes miss news of each other.`,
        'CONFIG SET maxmemory-policy noeviction',
      ),
    );
  }
  if (readInfo(info, 'rdb_last_bgsave_status') === 'err') {
    found.push(
      warn(
        'redis',
        'It could not save itself to disk and may refuse writes.',
        'Make room on its disk, or turn saving off: nothing in it has to last.',
      ),
    );
  }
  return found;
}

export async function checkRedis(url: string | null): Promise<Finding[]> {
  if (url === null) return [];
  const { createClient } = await import('redis');
  const client = createClient({
    url,
    socket: { connectTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, reconnectStrategy: false },
  });
  // Each command rejects with the same.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const policy = await client.configGet('maxmemory-policy').catch(() => ({}) as Record<string, string>);
    return findings(await client.info(), policy['maxmemory-policy']);
  } catch (error) {
    return [
      fail(
        'redis',
        `It does not answer: ${reasonOf(error)}.`,
        'See whether it runs and whether REDIS_URL names its host, password and database number.',
      ),
    ];
  } finally {
    if (client.isOpen) client.destroy();
  }
}
