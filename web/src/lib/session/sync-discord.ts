import type { User } from '@selvedge/shared/members/users';
import type { Session } from '@supabase/auth-js';
import { tabStorage } from '../browser-storage.ts';
import { jsonBody } from '../json-body.ts';
import { SYNCED } from './discord.ts';

// Not in `discord.ts`, which every page loads.

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Copies the profile from Discord. Null when the server refused: the caller then fetches the plain user. */
export async function syncDiscord({ access_token, user }: Session): Promise<User | null> {
  const profile = user.user_metadata;
  const response = await fetch('/api/auth/sync-discord', {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: jsonBody({
      discord_id: textOf(profile.provider_id),
      discord_username: textOf(profile.full_name) ?? textOf(profile.user_name),
      profile_image_url: textOf(profile.avatar_url),
      username: textOf(profile.user_name) ?? textOf(profile.full_name),
      email: user.email ?? null,
    }),
  }).catch(() => null);
  const synced = response?.ok ? ((await response.json().catch(() => null)) as User | null) : null;
  if (synced) tabStorage.setItem(SYNCED, 'true');
  return synced;
}
