import {
  INVITE_NEEDED,
  INVITE_PARAM,
  INVITE_REFUSALS,
  SIGN_UP_CLOSED,
} from '@selvedge/shared/instance/invite-texts';
import type { GoTrueClient, Provider } from '@supabase/auth-js';
import { tabStorage } from '../lib/browser-storage.ts';
import { instance } from '../lib/instance.ts';
import { NEXT } from '../lib/session/discord.ts';
import { storedInvite } from '../lib/session/invite.ts';
import { providerOptions } from '../lib/session/provider.ts';
import { toast } from '../ui/toast.ts';
import { PROVIDERS, type SignInProvider } from './providers.ts';

// A visit to another provider: leaving for it, and what the page says when it sends the visitor back.

const DISCORD_FAILED = 'Failed to login with Discord. Please try again.';
const DISCORD_SCOPES = 'identify email';
const NO_CONNECTION = 'An unexpected error occurred. Please try again.';

const TOO_MANY_INVITES =
  'Too many wrong invitations were tried from your network. Please try again in an hour.';

/** The provider that this tab has left for. */
const LEFT_FOR = 'selvedge-left-for';

const leftFor = (id: SignInProvider['id']): void => tabStorage.setItem(LEFT_FOR, id);

function takeProvider(): SignInProvider | undefined {
  const left = tabStorage.getItem(LEFT_FOR);
  tabStorage.removeItem(LEFT_FOR);
  return PROVIDERS.find(({ id }) => id === left);
}

/** Why a provider could not sign a member in, by the error code in the address: its text may come from anyone. */
const REFUSALS: Record<string, (name: string) => string> = {
  user_already_exists: (name) =>
    `There is already an account with your e-mail address. Sign in to it first, then connect ${name} under Account.`,
  provider_email_needs_verification: (name) =>
    `${name} has not verified your e-mail address. Verify it there, then try again.`,
  provider_email_missing: (name) =>
    `${name} did not send your e-mail address, which a new account needs. Add one there, or tell the people who run this site.`,
  provider_email_verification_missing: (name) =>
    `${name} did not say whether it has verified your e-mail address. Please tell the people who run this site.`,
  identity_already_exists: (name) => `That account at ${name} is already connected to another account here.`,
  provider_unreachable: (name) => `${name} cannot be reached at the moment. Please try again later.`,
  user_banned: () => 'This account is suspended.',
};

/** Why no account may be created, if the text is one of our own. */
const signUpRefusal = (text: string | null): string =>
  [SIGN_UP_CLOSED, ...Object.values(INVITE_REFUSALS)].find((known) => known === text) ?? INVITE_NEEDED;

/** @param refusal the query of the address with which the provider sent the visitor back; null if it was never reached */
export function refusalText({ id, name }: SignInProvider, refusal: URLSearchParams | null): string {
  const code = refusal?.get('error_code') ?? null;
  if (code === 'signup_disabled') return signUpRefusal(refusal?.get('error_description') ?? null);
  if (code === 'over_request_rate_limit') return TOO_MANY_INVITES;
  return id === 'discord'
    ? DISCORD_FAILED
    : (REFUSALS[code ?? '']?.(name) ?? `Failed to sign in with ${name}. Please try again.`);
}

/** Says why the provider that this tab left for has sent it back. @param search the query of the address */
export function showRefusal(search: string): void {
  const provider = takeProvider();
  const refusal = new URLSearchParams(search);
  toast.error('Login Failed', refusalText(provider ?? { id: 'discord', name: 'Discord' }, refusal));
}

/** Says that the provider that this tab left for is now connected to the member's account. */
export function showConnected(): void {
  const provider = takeProvider();
  if (provider) toast.success(`${provider.name} is now connected`);
}

/** Rejects when the instance's identity provider is unreachable. */
async function checkProvider(): Promise<void> {
  const { url, headers = {} } = providerOptions();
  if (url) await fetch(`${url}/health`, { headers });
}

/** The client knows the names of some providers only. */
const asKnown = (id: SignInProvider['id']) => id as Provider;

/**
 * Goes to another provider, which redirects back to the site's root.
 * @param visit `isAgreed`: whether a newcomer agrees to the rules of the instance
 * @throws an error; one with a message has a text for the user
 */
export async function leaveForProvider(
  client: GoTrueClient,
  id: SignInProvider['id'],
  { next, isAgreed }: { next: string; isAgreed: boolean },
): Promise<void> {
  // Checks the connection first: navigating while offline would end on the browser's error page.
  await checkProvider().catch(() => {
    throw new Error(NO_CONNECTION);
  });
  tabStorage.setItem(NEXT, next);
  leftFor(id);
  const invite = storedInvite();
  const { error } = await client.signInWithOAuth({
    provider: asKnown(id),
    options: {
      redirectTo: `${location.origin}/`,
      ...(id === 'discord' && { scopes: DISCORD_SCOPES }),
      queryParams: {
        ...(invite !== null && { [INVITE_PARAM]: invite }),
        ...(isAgreed && instance.rules && { rules: instance.rules }),
      },
    },
  });
  if (error) throw new Error('');
}

/** Goes to another provider to connect it to the signed-in member's account. @throws an error with a text for the user */
export async function leaveToConnect(client: GoTrueClient, id: SignInProvider['id']): Promise<void> {
  const { data, error } = await client.linkIdentity({
    provider: asKnown(id),
    options: { redirectTo: `${location.origin}/`, skipBrowserRedirect: true },
  });
  if (error) throw error;
  tabStorage.setItem(NEXT, location.pathname + location.search);
  leftFor(id);
  location.assign(data.url);
}

/** Where a mailed link leads when it did not sign the member in. */
export function failedLinkPath(outcome: 'code' | 'refused'): string {
  const { pathname, searchParams } = new URL(location.href);
  if (outcome === 'refused') return '/login?expired=1';
  // The provider has confirmed the address, even if it returned no session.
  if (searchParams.has('verified')) {
    searchParams.delete('code');
    return `${pathname}?${searchParams}`;
  }
  return pathname === '/reset-password' ? '/reset-password?elsewhere=1' : '/login?elsewhere=1';
}
