import { GoTrueClient } from '@supabase/auth-js';
import { browserStorage } from '../lib/browser-storage.ts';
import { withOwnClock } from './own-clock.ts';
import { providerOptions, STORAGE_KEY } from './provider.ts';

/** The client of this instance's identity provider. */
export const newAuthClient = (): GoTrueClient =>
  new GoTrueClient({
    fetch: withOwnClock((...call) => fetch(...call)),
    ...providerOptions(),
    storage: browserStorage,
    storageKey: STORAGE_KEY,
    flowType: 'pkce',
    experimental: { recoveryCodes: true },
  });
