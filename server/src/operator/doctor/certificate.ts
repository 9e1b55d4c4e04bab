import { once } from 'node:events';
import { connect } from 'node:tls';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const TIMEOUT_MS = 8_000;
const DAY_MS = 86_400_000;
/** Warn this long before the expiry: automatic renewal happens a month before it. */
const WARN_DAYS = 14;

/** @returns the expiry, and why the certificate is not trusted */
async function readCertificate(url: URL): Promise<{ validTo: Date; problem: string | null }> {
  const socket = connect({
    host: url.hostname,
    port: Number(url.port || 443),
    servername: url.hostname,
    // An untrusted certificate is a finding, reported below, not an error.
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  socket.on('timeout', () => socket.destroy(new Error('it does not respond')));
  try {
    await once(socket, 'secureConnect');
    const { authorizationError: problem } = socket;
    return {
      validTo: new Date(socket.getPeerCertificate().valid_to),
      problem: problem ? String(problem) : null,
    };
  } finally {
    socket.destroy();
  }
}

/** Checks whether browsers accept the certificate of an https address, and when it expires. */
export async function checkCertificate(publicUrl: string, now = Date.now()): Promise<Finding[]> {
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:') return [];
  try {
    const { validTo, problem } = await readCertificate(url);
    const days = Math.floor((validTo.getTime() - now) / DAY_MS);
    const until = `Valid until ${validTo.toISOString().slice(0, 10)}.`;
    const found: Finding[] = [];
    if (problem) {
      found.push(
        fail(
          'certificate',
          `Browsers reject it: ${problem}.`,
          `Have the proxy get one for ${url.hostname}, with the full certificate chain.`,
        ),
      );
    }
    if (days < 0) found.push(fail('certificate', 'It has expired.', 'Renew it.'));
    else if (days < WARN_DAYS) found.push(warn('certificate', until, 'Find out why it was not renewed yet.'));
    return found.length > 0 ? found : [ok('certificate', until)];
  } catch (error) {
    return [
      fail(
        'certificate',
        `${url.host} does not speak TLS: ${reasonOf(error)}.`,
        'Check that the name resolves to the proxy, and that the port is open.',
      ),
    ];
  }
}
