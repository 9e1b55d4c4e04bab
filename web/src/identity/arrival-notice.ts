import { good, type Notice } from './notice.tsx';

/** What the links in mails lead here with: the name in the address, and what has happened then. */
const ARRIVALS: Record<string, string> = {
  verified: 'Your address is confirmed. Welcome: sign in to begin.',
  reset: 'Your password is changed, and you are signed out everywhere. Sign in with the new one.',
  changed: 'Your new e-mail address is confirmed. From now on you sign in with it.',
  half: 'Thank you. One more step: follow the link that we sent to your other address too.',
};

/** What a person who comes from a mail is told on the sign-in page. */
export function arrivalNotice(params: URLSearchParams): Notice | null {
  const found = Object.entries(ARRIVALS).find(([name]) => params.has(name));
  return found ? good(found[1]) : null;
}
