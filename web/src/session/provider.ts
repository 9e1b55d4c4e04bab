import type { GoTrueClient, Session } from '@supabase/auth-js';
import { instance } from '../lib/instance.ts';
import { storedJson } from '../lib/stored-json.ts';

type Options = NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>;

/** The key under which auth-js stores its session. */
export const STORAGE_KEY = 'selvedge-auth';

const NOT_SET_UP = { code: 400, error_code: 'unexpected_failure', msg: 'Sign-in is not set up here yet.' };

/** Whether people sign in at another service than this server. */
export const isHosted = typeof instance.provider === 'object' && instance.provider !== null;

/** The options of the auth client for the provider of this instance. */
export function providerOptions(): Options {
  // In development the server does not write the page, so there is no provider in it.
  const provider = instance.provider ?? null;
  if (provider === 'none') {
    // A dummy provider: without a stored session, and with an error for every call.
    return { persistSession: false, fetch: async () => Response.json(NOT_SET_UP, { status: 400 }) };
  }
  if (!provider) return { url: `${location.origin}/auth/v1` };
  const { url, key } = provider;
  // Spelled as the client spells it: with its own token it replaces this header, and another spelling would be sent too.
  return { url: `${url}/auth/v1`, headers: { apikey: key, Authorization: `Bearer ${key}` } };
}

/** Whose session the auth client has stored; null without one. */
export const storedUserId = (): string | null =>
  storedJson<Partial<Session>>(localStorage, STORAGE_KEY)?.user?.id ?? null;

export const hasStoredSession = (): boolean =>
  instance.provider !== 'none' && localStorage.getItem(STORAGE_KEY) !== null;
