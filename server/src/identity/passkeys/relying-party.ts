import { isIP } from 'node:net';
import type { Config } from '../../config.ts';

/** The host and origin that passkeys are bound to: under another host they no longer work. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return {
    rpId: new URL(publicUrl).hostname,
    origin: publicUrl,
  };
}

/** Whether browsers make passkeys for the public URL: they do for names, not for IP addresses (WebAuthn Level 3). */
export function canHavePasskeys({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return isIP(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')) === 0;
}

/** Ed25519, ES256 and RS256 (COSE): what authenticators support, and Node without experiments. */
export const ALGORITHMS = [-8, -7, -257];

/** How long a challenge may be answered, and the browser waits for the member. */
export const CHALLENGE_MS = 5 * 60_000;

/** Loaded on first use: only passkeys need it. */
export function webauthn() {
  return import('@simplewebauthn/server');
}
