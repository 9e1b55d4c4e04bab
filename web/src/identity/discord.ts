import type { User } from '@selvedge/shared/users';
import type { GoTrueClient, Session } from '@supabase/auth-js';
import { claimsOf } from './token-claims.ts';

/** Set once this tab has taken the profile over from Discord; removed when the session ends. */
const SYNCED = 'discord_sync_completed';
/** The path to go to after the sign-in, stored in this tab while the person is at Discord. */
const NEXT = 'selvedge-next';
const SCOPES = 'identify email';

export const DISCORD_FAILED = 'Failed to login with Discord. Please try again.';
const NO_CONNECTION = 'An unexpected error occurred. Please try again.';

/** Goes to Discord, which redirects back to the root of the site. @throws an error that a person may read */
export async function leaveForDiscord(client: GoTrueClient, next: string): Promise<void> {
  // Checks the connection first: a navigation without one would end on an error page of the browser.
  await fetch('/auth/v1/health').catch(() => {
    throw new Error(NO_CONNECTION);
  });
  sessionStorage.setItem(NEXT, next);
  const { error } = await client.signInWithOAuth({
    provider: 'discord',
    options: { redirectTo: `${location.origin}/`, scopes: SCOPES },
  });
  if (error) throw new Error(DISCORD_FAILED);
}

/** How a sign-in with Discord came back: with a code that the auth client exchanges for a session, or refused. */
export function discordReturn(): 'code' | 'refused' | null {
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
  sessionStorage.getItem(SYNCED) === null;

export const forgetDiscordSync = (): void => sessionStorage.removeItem(SYNCED);

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
  if (!response?.ok) return null;
  sessionStorage.setItem(SYNCED, 'true');
  return (await response.json()) as User;
}
