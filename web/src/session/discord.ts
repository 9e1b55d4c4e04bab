import type { User } from '@selvedge/shared/users';
import type { Session } from '@supabase/auth-js';
import { isHosted } from './provider.ts';
import { claimsOf } from './token-claims.ts';

/** Set once this tab has taken the profile over from Discord; removed when the session ends. */
const SYNCED = 'discord_sync_completed';
/** Set once the profile could not be taken over; it is not tried again in this session. */
const SYNC_FAILED = 'discord_sync_failed';
/** The path to go to after the sign-in, stored in this tab while the person is at Discord. */
export const NEXT = 'selvedge-next';

export const DISCORD_FAILED = 'Failed to login with Discord. Please try again.';

/** Whether this tab is back from Discord. A hosted provider also redirects the links of its mails to this site. */
export const isBackFromDiscord = (): boolean => !isHosted || sessionStorage.getItem(NEXT) !== null;

/** How the provider redirected to this site: with a code that the auth client exchanges for a session, or refused. */
export function providerReturn(): 'code' | 'refused' | null {
  const params = new URLSearchParams(location.search);
  if (params.has('code')) return 'code';
  return params.has('error_description') ? 'refused' : null;
}

/** The path that was wanted before the sign-in; removed by reading it. */
export function takeNextPath(): string | null {
  const next = sessionStorage.getItem(NEXT);
  sessionStorage.removeItem(NEXT);
  return next;
}

export const needsDiscordSync = ({ access_token }: Session): boolean =>
  claimsOf(access_token).amr.some(({ method }) => method === 'oauth') &&
  sessionStorage.getItem(SYNCED) === null &&
  sessionStorage.getItem(SYNC_FAILED) === null;

export const discordSyncFailed = (): void => sessionStorage.setItem(SYNC_FAILED, 'true');

export function forgetDiscordSync(): void {
  sessionStorage.removeItem(SYNCED);
  sessionStorage.removeItem(SYNC_FAILED);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Takes the profile over from Discord. Null when the server refused: the caller then fetches the plain user. */
export async function syncDiscord({ access_token, user }: Session): Promise<User | null> {
  const profile = user.user_metadata;
  const response = await fetch('/api/auth/sync-discord', {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      discord_id: textOf(profile.provider_id),
      discord_username: textOf(profile.full_name) ?? textOf(profile.user_name),
      profile_image_url: textOf(profile.avatar_url),
      username: textOf(profile.user_name) ?? textOf(profile.full_name),
      email: user.email ?? null,
    }),
  }).catch(() => null);
  const synced = response?.ok ? ((await response.json().catch(() => null)) as User | null) : null;
  if (synced) sessionStorage.setItem(SYNCED, 'true');
  return synced;
}
