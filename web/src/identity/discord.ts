import type { User } from '@selvedge/shared/users';
import type { GoTrueClient, Session } from '@supabase/auth-js';

/** Set once the profile was taken over from Discord in this tab; removed when the session ends. */
const SYNCED = 'discord_sync_completed';
/** Where the person wanted to go, kept in this tab while Discord has them. */
const NEXT = 'selvedge-next';
const SCOPES = 'identify email';

export const DISCORD_FAILED = 'Failed to login with Discord. Please try again.';

/** Leaves for Discord, which leads back to the root of the site. @throws when the provider is out of reach. */
export async function leaveForDiscord(client: GoTrueClient, next: string): Promise<void> {
  sessionStorage.setItem(NEXT, next);
  const { error } = await client.signInWithOAuth({
    provider: 'discord',
    options: { redirectTo: `${location.origin}/`, scopes: SCOPES },
  });
  if (error) throw error;
}

/** How a sign-in with Discord came back: with a code that the client turns into a session, or refused. */
export function discordReturn(): 'code' | 'refused' | null {
  const params = new URLSearchParams(location.search);
  if (params.has('code')) return 'code';
  return params.has('error_description') ? 'refused' : null;
}

/** The place that was asked for before leaving, told once. */
export function takeNextPath(): string | null {
  const next = sessionStorage.getItem(NEXT);
  sessionStorage.removeItem(NEXT);
  return next;
}

export const needsDiscordSync = ({ user }: Session): boolean =>
  user.app_metadata.provider === 'discord' && sessionStorage.getItem(SYNCED) === null;

export const forgetDiscordSync = (): void => sessionStorage.removeItem(SYNCED);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Takes the profile over from Discord. Null when the server did not: the plain user is asked for instead. */
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
  // Also when it failed: once a session, then the plain way.
  sessionStorage.setItem(SYNCED, 'true');
  return response?.ok ? ((await response.json()) as User) : null;
}
