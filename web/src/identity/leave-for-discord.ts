import { INVITE_PARAM } from '@selvedge/shared/invite-texts';
import type { GoTrueClient } from '@supabase/auth-js';
import { instance } from '../lib/instance.ts';
import { DISCORD_FAILED, NEXT } from '../session/discord.ts';
import { storedInvite } from '../session/invite.ts';
import { providerOptions } from '../session/provider.ts';

const SCOPES = 'identify email';
const NO_CONNECTION = 'An unexpected error occurred. Please try again.';

/** Rejects when the provider is unreachable. */
async function checkProvider(): Promise<void> {
  const { url, headers = {} } = providerOptions();
  if (url) await fetch(`${url}/health`, { headers });
}

/**
 * Goes to Discord, which redirects back to the site's root.
 * @param isAgreed whether a newcomer agrees to the rules of the instance
 * @throws an error with a text for the user
 */
export async function leaveForDiscord(client: GoTrueClient, next: string, isAgreed: boolean): Promise<void> {
  // Checks the connection first: navigating while offline would end on the browser's error page.
  await checkProvider().catch(() => {
    throw new Error(NO_CONNECTION);
  });
  sessionStorage.setItem(NEXT, next);
  const invite = storedInvite();
  const { error } = await client.signInWithOAuth({
    provider: 'discord',
    options: {
      redirectTo: `${location.origin}/`,
      scopes: SCOPES,
      queryParams: {
        ...(invite !== null && { [INVITE_PARAM]: invite }),
        ...(isAgreed && instance.rules && { rules: instance.rules }),
      },
    },
  });
  if (error) throw new Error(DISCORD_FAILED);
}
