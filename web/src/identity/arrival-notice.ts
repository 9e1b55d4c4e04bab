import { bad, good, type Notice } from './notice.tsx';

/** Query parameters of the links in mails, with what to say to people who come from them. */
const ARRIVALS: Record<string, string> = {
  verified: 'Your address is confirmed. Welcome!',
  reset: 'Your password is changed, and you are signed out everywhere. Sign in with the new one.',
  changed: 'Your new e-mail address is confirmed. From now on you sign in with it.',
  half: 'Thank you. One more step: follow the link that we just sent to your new address.',
};

/** The same for links that did not work. */
const FAILURES: Record<string, string> = {
  elsewhere:
    'This link works only in the browser in which you asked for it. Open it there, or ask for a new link.',
  expired: 'This link no longer works: it was used before, or it is too old. Ask for a new one.',
};

/** The notice for a person who comes from a mail. */
export function arrivalNotice(params: URLSearchParams): Notice | null {
  const textIn = (texts: Record<string, string>) =>
    Object.entries(texts).find(([name]) => params.has(name))?.[1];
  const [arrival, failure] = [textIn(ARRIVALS), textIn(FAILURES)];
  if (arrival) return good(arrival);
  return failure ? bad(failure) : null;
}
