import type { Config } from '../../config.ts';
import { isLoopbackAddress, isLoopbackHost } from '../../platform/core/ip-address.ts';
import { checkCertificate } from './certificate.ts';
import { aheadOf, clockFinding } from './clock.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';
import { checkForwarded, checkStream, checkUploads, checkWebSocket } from './proxy.ts';

const TIMEOUT_MS = 8_000;

type Site = Pick<Config, 'publicUrl' | 'host' | 'port' | 'trustProxy'>;

const request = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });

/** Findings about the public address and the proxy, from the settings alone. */
export function addressFindings({ publicUrl, host, trustProxy }: Site): Finding[] {
  const found: Finding[] = [];
  if (isLoopbackHost(new URL(publicUrl).hostname)) {
    found.push(
      warn(
        'address',
        `${publicUrl} is for this machine only.`,
        'Set PUBLIC_URL to the https address that members use.',
      ),
    );
  }
  // The server itself speaks plain HTTP, so an https address implies a proxy.
  if (publicUrl.startsWith('https:') && trustProxy === false) {
    found.push(
      warn(
        'address',
        'All visitors share one rate limit: the proxy is not trusted.',
        'Set TRUST_PROXY to the address of the proxy.',
      ),
    );
  }
  if (trustProxy === true && host !== 'localhost' && !isLoopbackAddress(host)) {
    found.push(
      warn(
        'address',
        'Anyone who reaches the port can spoof their address.',
        'Set TRUST_PROXY to the address of the proxy, or HOST to 127.0.0.1.',
      ),
    );
  }
  return found;
}

/** Whether the server responds on this machine at the configured host and port. */
async function runsHere({ host, port }: Site): Promise<boolean> {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return request(`http://${name}:${port}/api/health`).then(
    ({ ok: isOk }) => isOk,
    () => false,
  );
}

async function unreachableFinding(site: Site, why: string): Promise<Finding> {
  const says = `${site.publicUrl} does not reach the product: ${why}.`;
  return (await runsHere(site))
    ? fail('server', says, `It runs here on port ${site.port}: check DNS, the firewall and the proxy.`)
    : warn('server', says, 'Start it and run this again: that address was not checked yet.');
}

async function readyFinding(publicUrl: string): Promise<Finding> {
  const response = await request(`${publicUrl}/api/ready`);
  const { parts = {} } = (await response.json()) as { parts?: Record<string, string> };
  const down = Object.keys(parts).filter((part) => parts[part] !== 'ok');
  if (response.ok && down.length === 0) return ok('server', `${publicUrl} responds, with all its parts.`);
  const says = response.ok ? `It runs without ${down.join(' and ')}.` : 'Its database does not respond.';
  return fail('server', says, 'Check the lines above and the log.');
}

/** Checks the running server through its public address, as visitors reach it. */
export async function checkSite(site: Site): Promise<Finding[]> {
  const { publicUrl } = site;
  const found = [...addressFindings(site), ...(await checkCertificate(publicUrl))];
  const requestedAt = Date.now();
  let health: Response;
  try {
    health = await request(`${publicUrl}/api/health`);
  } catch (error) {
    return [...found, await unreachableFinding(site, reasonOf(error))];
  }
  const body = (await health.json().catch(() => null)) as { status?: unknown } | null;
  const isOurs = health.ok && body?.status === 'ok';
  if (!isOurs) return [...found, await unreachableFinding(site, `it responds with ${health.status}`)];
  const date = Date.parse(health.headers.get('date') ?? '');
  // The Date header has whole seconds.
  if (!Number.isNaN(date)) {
    found.push(clockFinding(publicUrl, aheadOf(date, requestedAt - 1_000, Date.now())));
  }
  return [
    ...found,
    await readyFinding(publicUrl),
    await checkWebSocket(publicUrl),
    await checkStream(publicUrl),
    await checkUploads(publicUrl),
    ...(await checkForwarded(publicUrl)),
  ];
}
