import { bad, good, type Notice } from './notice.tsx';

/** Query parameters of the links in mails, with what to say to people who come from them. */
const ARRIVALS: Record<string, string> = {
  verified: 'Your address is confirmed. Welcome!',
  reset: 'Your password was changed, and you were signed out everywhere. Sign in with the new one.',
  changed: 'Your new e-mail address is confirmed. Use it to sign in from now on.',
  half: 'Thank you. One more step: follow the link that we just sent to your new address.',
};

/** The same for links that did not work. */
const FAILURES: Record<string, string> = {
  elsewhere:
    'This link works only in the browser in which you asked for it. Open it there, or ask for a new link.',
  expired: 'This link no longer works: it has expired or was already used. Ask for a new one.',
};

/** The notice for a person who comes from a mail. */
export function arrivalNotice(params: URLSearchParams): Notice | null {
  const textIn = (texts: Record<string, string>) =>
    Object.entries(texts).find(([name]) => params.has(name))?.[1];
  const [arrival, failure] = [textIn(ARRIVALS), textIn(FAILURES)];
  if (arrival) return good(arrival);
  return failure ? bad(failure) : null;
}
