import { browserStorage } from '../lib/browser-storage.ts';
import { bad, good, type Notice } from './notice.tsx';
import { PROVIDERS } from './providers.ts';

/** Query parameters of mailed links, and of a page whose session has ended, with the texts to show on arrival. */
const ARRIVALS: Record<string, string> = {
  verified: 'Your address is confirmed. Welcome!',
  reset: 'Your password was changed, and you were signed out everywhere. Sign in with the new one.',
  changed: 'Your new e-mail address is confirmed. Use it to sign in from now on.',
  ended: 'Your session has ended. Sign in to go on where you were.',
  half: 'Thank you. One more step: follow the link we just sent to your new address.',
};

/** Texts for links that failed. */
const FAILURES: Record<string, string> = {
  elsewhere:
    'This link only works in the browser where you requested it. Open it there, or request a new link.',
  expired: 'This link no longer works: it has expired or was already used. Request a new one.',
};

/** The notice for a visitor who arrives from a mailed link, or whose session has ended. */
export function arrivalNotice(params: URLSearchParams): Notice | null {
  const textIn = (texts: Record<string, string>) =>
    Object.entries(texts).find(([name]) => params.has(name))?.[1];
  const provider = PROVIDERS.find(({ id }) => id === params.get('consent'));
  if (provider)
    return bad(`To create an account, agree to the rules below, then continue with ${provider.name} again.`);
  const [arrival, failure] = [textIn(ARRIVALS), textIn(FAILURES)];
  if (arrival) return good(arrival);
  return failure ? bad(failure) : null;
}

const BLOCKED =
  'Your browser blocks site data for this site. You can sign in, until you reload this page or close it.';

/** The notice for a visitor whose browser keeps no session. */
export function storageNotice(): Notice | null {
  return browserStorage.isKept() ? null : bad(BLOCKED);
}
