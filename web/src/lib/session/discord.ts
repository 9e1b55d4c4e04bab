import type { Session } from '@supabase/auth-js';
import { tabStorage } from '../browser-storage.ts';
import { isHosted } from './provider.ts';
import { claimsOf } from './token-claims.ts';

/** Set once this tab has copied the profile from Discord; removed when the session ends. */
export const SYNCED = 'discord_sync_completed';
/** Set once copying the profile has failed; it is not retried in this session. */
const SYNC_FAILED = 'discord_sync_failed';
/** The path to go to after the sign-in, stored in this tab while the visitor is at Discord. */
export const NEXT = 'selvedge-next';

/** Whether this tab returns from Discord. A hosted provider also redirects its mailed links to this site. */
export function isBackFromDiscord(): boolean {
  return !isHosted || tabStorage.getItem(NEXT) !== null;
}

/**
 * How the provider redirected here: with a code that the auth client exchanges for a session, or with a
 * refusal.
 */
export function providerReturn(): 'code' | 'refused' | null {
  const params = new URLSearchParams(location.search);
  if (params.has('code')) return 'code';
  return params.has('error_description') ? 'refused' : null;
}

/** The path requested before the sign-in; reading removes it. */
export function takeNextPath(): string | null {
  const next = tabStorage.getItem(NEXT);
  tabStorage.removeItem(NEXT);
  return next;
}

/** Only Discord's profile has that id. */
export function needsDiscordSync({ access_token, user }: Session): boolean {
  return (
    'provider_id' in user.user_metadata &&
    claimsOf(access_token).amr.some(({ method }) => method === 'oauth') &&
    tabStorage.getItem(SYNCED) === null &&
    tabStorage.getItem(SYNC_FAILED) === null
  );
}

export function discordSyncFailed(): void {
  tabStorage.setItem(SYNC_FAILED, 'true');
}

export function clearDiscordSync(): void {
  tabStorage.removeItem(SYNCED);
  tabStorage.removeItem(SYNC_FAILED);
}
