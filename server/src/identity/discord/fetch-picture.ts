import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { PROFILE_PICTURE_MAX_BYTES } from '@selvedge/shared/platform/limits';
import { isPublicHost, lookUpPublic } from '../../platform/http/public-address.ts';

const TIMEOUT_MS = 5_000;

/**
 * Fetches up to 10 MiB within 5 seconds; follows no redirect.
 * @param mayBeLocal whether the host may be in a private network; else it must be public (SSRF)
 */
export async function fetchPicture(address: URL, { mayBeLocal }: { mayBeLocal: boolean }): Promise<Buffer> {
  if (!mayBeLocal && !isPublicHost(address)) throw new Error(`${address.hostname} is not a public address`);
  const get = address.protocol === 'https:' ? getSecure : getPlain;
  const options = {
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(!mayBeLocal && { lookup: lookUpPublic }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, options, resolve).on('error', reject);
  });
  try {
    if (response.statusCode !== 200)
      throw new Error(`the picture's host responded with ${response.statusCode}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    // Without an encoding the stream yields buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > PROFILE_PICTURE_MAX_BYTES) throw new Error('the picture is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
