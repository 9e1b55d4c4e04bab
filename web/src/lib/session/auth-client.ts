import { GoTrueClient } from '@supabase/auth-js';
import { browserStorage } from '../browser-storage.ts';
import { jsonBody } from '../json-body.ts';
import { withOwnClock } from './own-clock.ts';
import { providerOptions, STORAGE_KEY } from './provider.ts';

/** The body of a call as the rest of the client would send it; the auth client has written it already. */
const withJsonBody = (init: RequestInit | undefined): RequestInit =>
  typeof init?.body === 'string' ? { body: jsonBody(JSON.parse(init.body)) } : {};

/** The client of this instance's identity provider. */
export function newAuthClient(): GoTrueClient {
  return new GoTrueClient({
    fetch: withOwnClock((input, init) => fetch(input, { ...init, ...withJsonBody(init) })),
    ...providerOptions(),
    storage: browserStorage,
    storageKey: STORAGE_KEY,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
  });
}
