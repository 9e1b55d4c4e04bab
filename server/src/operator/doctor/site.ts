import type { Config } from '../../config.ts';
import { isLoopbackAddress, isLoopbackHost } from '../../core/ip-address.ts';
import { checkCertificate } from './certificate.ts';
import { aheadOf, clockFinding } from './clock.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';
import { checkForwarded, checkStream, checkUploads, checkWebSocket } from './proxy.ts';

const PATIENCE_MS = 8_000;

type Site = Pick<Config, 'publicUrl' | 'host' | 'port' | 'trustProxy'>;

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' });

/** What can be told from the settings alone about the public address and the proxy in front. */
export function addressFindings({ publicUrl, host, trustProxy }: Site): Finding[] {
  const found: Finding[] = [];
  if (isLoopbackHost(new URL(publicUrl).hostname)) {
    found.push(
      warn(
        'address',
        `${publicUrl} is for this machine only.`,
        'Set PUBLIC_URL to the https address people use.',
      ),
    );
  }
  // The server itself speaks plain HTTP, so an https address means that there is a proxy.
  if (publicUrl.startsWith('https:') && trustProxy === false) {
    found.push(
      warn(
        'address',
        'Everybody counts as one visitor, who soon does too much: the proxy is not believed.',
        'Set TRUST_PROXY to the address of the proxy.',
      ),
    );
  }
  if (trustProxy === true && host !== 'localhost' && !isLoopbackAddress(host)) {
    found.push(
      warn(
        'address',
        'Whoever reaches the port can name any address as theirs.',
        'Set TRUST_PROXY to the address of the proxy, or HOST to 127.0.0.1.',
      ),
    );
  }
  return found;
}

/** Whether the server answers on this machine at the configured host and port. */
async function runsHere({ host, port }: Site): Promise<boolean> {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return ask(`http://${name}:${port}/api/health`).then(
    ({ ok: isWell }) => isWell,
    () => false,
  );
}

async function unreached(site: Site, why: string): Promise<Finding> {
  const says = `${site.publicUrl} does not lead to the product: ${why}.`;
  return (await runsHere(site))
    ? fail(
        'server',
        says,
        `It runs here on port ${site.port}: see to the name, the firewall and the proxy before it.`,
      )
    : warn('server', says, 'Start it and look again: what is behind that address is not looked at yet.');
}

async function readyFinding(publicUrl: string): Promise<Finding> {
  const response = await ask(`${publicUrl}/api/ready`);
  const { parts = {} } = (await response.json()) as { parts?: Record<string, string> };
  const down = Object.keys(parts).filter((part) => parts[part] !== 'ok');
  if (response.ok && down.length === 0) return ok('server', `${publicUrl} answers, with all its parts.`);
  const says = response.ok ? `It works without ${down.join(' and ')}.` : 'Its database does not answer.';
  return fail('server', says, 'See the lines above and the log.');
}

/** Checks the running server through its public address, as people reach it. */
export async function checkSite(site: Site): Promise<Finding[]> {
  const { publicUrl } = site;
  const found = [...addressFindings(site), ...(await checkCertificate(publicUrl))];
  const askedAt = Date.now();
  let health: Response;
  try {
    health = await ask(`${publicUrl}/api/health`);
  } catch (error) {
    return [...found, await unreached(site, reasonOf(error))];
  }
  const said = (await health.json().catch(() => null)) as { status?: unknown } | null;
  const isOurs = health.ok && said?.status === 'ok';
  if (!isOurs) return [...found, await unreached(site, `it answers ${health.status}`)];
  const date = Date.parse(health.headers.get('date') ?? '');
  // The Date header has whole seconds.
  if (!Number.isNaN(date)) {
    found.push(clockFinding(publicUrl, aheadOf(date, askedAt - 1_000, Date.now())));
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
