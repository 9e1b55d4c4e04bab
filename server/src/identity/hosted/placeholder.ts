import type { Config } from '../../config.ts';

export type HostedSettings = NonNullable<Config['identity']['hosted']>;

const PLACEHOLDER = 'your_';
const KEY_MAX_OF_PLACEHOLDER = 20;

/** Why a hosted provider's settings look like unedited placeholders; null when they do not. */
export function placeholderProblem({ url, key }: HostedSettings): string | null {
  if (url.includes(PLACEHOLDER)) return `IDENTITY_URL still contains "${PLACEHOLDER}"`;
  if (!url.startsWith('https') || !URL.canParse(url)) return 'IDENTITY_URL does not start with https';
  if (key.includes(PLACEHOLDER)) return `IDENTITY_KEY still contains "${PLACEHOLDER}"`;
  if (key.length <= KEY_MAX_OF_PLACEHOLDER) return 'IDENTITY_KEY is too short for a key';
  return null;
}
