import { PROFILE_PICTURE_MAX_BYTES } from '@selvedge/shared/platform/limits';
import { parseSubnet, type Subnet } from '../../platform/core/ip-address.ts';
import { createOutgoing } from '../../platform/http/outgoing.ts';

const TIMEOUT_MS = 5_000;
const ANYWHERE = ['0.0.0.0/0', '::/0'].map((network) => parseSubnet(network) as Subnet);
const [onlyPublic, anywhere] = [createOutgoing({ allowed: [] }), createOutgoing({ allowed: ANYWHERE })];

/**
 * Fetches up to 10 MiB within 5 seconds; follows no redirect.
 * @param mayBeLocal whether the host may be in a private network; else it must be public (SSRF)
 */
export async function fetchPicture(address: URL, { mayBeLocal }: { mayBeLocal: boolean }): Promise<Buffer> {
  const { call } = mayBeLocal ? anywhere : onlyPublic;
  const answer = await call(address, { timeoutMs: TIMEOUT_MS, maxBytes: PROFILE_PICTURE_MAX_BYTES });
  if (answer.status !== 200) throw new Error(`the picture's host responded with ${answer.status}`);
  if (!answer.isWhole) throw new Error('the picture is too large, or ended too early');
  return answer.body;
}
