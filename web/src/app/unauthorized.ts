import { loginPath } from '../identity/next-path.ts';
import { dropSession } from '../identity/session.ts';
import { keepOpenDrafts } from '../lib/draft.ts';
import { toast } from '../ui/toast.ts';

const REDIRECT_DELAY_MS = 500;

let isLeaving = false;

/** The server refused the session: says so, and leads to the sign-in page and back. What was typed is kept by its form, which opens again. */
export function onUnauthorized(): void {
  if (isLeaving || location.pathname === '/login') return;
  isLeaving = true;
  toast.error('Unauthorized: You are logged out. Logging in again...');
  setTimeout(async () => {
    const from = location.pathname + location.search;
    // Before the forms are gone with the session.
    keepOpenDrafts();
    await dropSession();
    location.assign(loginPath(from));
  }, REDIRECT_DELAY_MS);
}
