import type { GoTrueClient, Session } from '@supabase/auth-js';
import { browserStorage, storedJson } from '../browser-storage.ts';
import { instance } from '../instance.ts';

type Options = NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>;

/** The key under which auth-js stores its session. */
export const STORAGE_KEY = 'selvedge-auth';

const NOT_SET_UP = { code: 400, error_code: 'unexpected_failure', msg: 'Sign-in is not set up here yet.' };

/** Whether members sign in with a hosted provider instead of this server. */
export const isHosted = typeof instance.provider === 'object' && instance.provider !== null;

/** The auth client's options for this instance's provider. */
export function providerOptions(): Options {
  // In development the server does not render the page, so it names no provider.
  const provider = instance.provider ?? null;
  if (provider === 'none') {
    // A dummy provider: no stored session, and an error for every call.
    return { persistSession: false, fetch: async () => Response.json(NOT_SET_UP, { status: 400 }) };
  }
  if (!provider) return { url: `${location.origin}/auth/v1` };
  const { url, key } = provider;
  // Spelled as the client spells it: the client replaces this header with its own; another spelling would be
  // sent too.
  return { url: `${url}/auth/v1`, headers: { apikey: key, Authorization: `Bearer ${key}` } };
}

/** The id of the user whose session the auth client has stored; null if none. */
export function storedUserId(): string | null {
  return storedJson<Partial<Session>>(browserStorage, STORAGE_KEY)?.user?.id ?? null;
}

export function hasStoredSession(): boolean {
  return instance.provider !== 'none' && browserStorage.getItem(STORAGE_KEY) !== null;
}
