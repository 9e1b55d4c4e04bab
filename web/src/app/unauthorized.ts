import { keepOpenDrafts } from '../lib/draft.ts';
import { loginPath } from '../session/next-path.ts';
import { dropSession } from '../session/session.ts';
import { toast } from '../ui/toast.ts';

const REDIRECT_DELAY_MS = 500;
/** How long to wait for the toast: the chunk that renders it may be slow to load. */
const TOAST_WAIT_MS = 5_000;

let isLeaving = false;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function leave(): Promise<void> {
  await wait(REDIRECT_DELAY_MS);
  const from = location.pathname + location.search;
  try {
    // Before the session ends, which closes the forms.
    keepOpenDrafts();
    await dropSession();
  } catch {
    // The browser's storage may be full or closed: that must not keep them on this page.
  }
  location.assign(loginPath(from));
}

/**
 * The server refused the session: says so, and leads to the sign-in page and back. Open forms keep their drafts and
 * open again afterwards.
 */
export function onUnauthorized(): void {
  if (isLeaving || location.pathname === '/login') return;
  isLeaving = true;
  const said = toast.lastWords('Unauthorized: You are logged out. Logging in again...');
  // Also when the toast cannot be shown.
  void Promise.race([said, wait(TOAST_WAIT_MS)]).then(leave, leave);
}
