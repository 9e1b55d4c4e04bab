import { good, type Notice } from './notice.tsx';

/** Query parameters of the links in mails, with what to say to people who come from them. */
const ARRIVALS: Record<string, string> = {
  verified: 'Your address is confirmed. Welcome: sign in to begin.',
  reset: 'Your password is changed, and you are signed out everywhere. Sign in with the new one.',
  changed: 'Your new e-mail address is confirmed. From now on you sign in with it.',
  half: 'Thank you. One more step: follow the link that we sent to your other address too.',
};

/** The notice on the sign-in page for a person who comes from a mail. */
export function arrivalNotice(params: URLSearchParams): Notice | null {
  const found = Object.entries(ARRIVALS).find(([name]) => params.has(name));
  return found ? good(found[1]) : null;
}
