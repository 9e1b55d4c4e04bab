import { holdCalls } from '../lib/api.ts';
import { storeOpenDrafts } from '../lib/draft.ts';
import { pageLeft } from '../lib/page-left.ts';
import { settleEnded, startLeaving } from '../lib/session/ended.ts';
import { loginPath } from '../lib/session/next-path.ts';
import { isHosted } from '../lib/session/provider.ts';
import { dropSession } from '../lib/session/session.ts';
import { toast } from '../ui/toast.ts';

const REDIRECT_DELAY_MS = 500;
/** Longest wait for the toast, whose chunk may load slowly. */
const TOAST_WAIT_MS = 5_000;

let isRedirecting = false;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function leave(from: string): Promise<void> {
  await wait(REDIRECT_DELAY_MS);
  try {
    // Before the session ends, because that closes the forms.
    if (!(await settleEnded(null))) storeOpenDrafts();
    // The server has refused the session: a sign-out would only tell other tabs that the member chose it.
    await dropSession({ isEnded: !isHosted });
  } catch {
    // The browser's storage may be full or blocked; leave this page anyway.
  }
  // The sign-in page says why, once the toast is gone with this one.
  location.assign(`${loginPath(from)}&ended=1`);
}

/**
 * Handles a rejected session: shows a toast, then redirects to the sign-in page and, after the sign-in, back.
 * Open forms store their drafts and open again afterwards, unless the session was ended.
 */
export function onUnauthorized(): void {
  if (isRedirecting || location.pathname === '/login') return;
  isRedirecting = true;
  startLeaving();
  holdCalls(pageLeft());
  // Another component may have navigated elsewhere meanwhile.
  const from = location.pathname + location.search;
  const leaveFrom = () => leave(from);
  const shown = toast.errorShown('Unauthorized: You are logged out. Logging in again...');
  // Redirect even if the toast cannot be shown.
  void Promise.race([shown, wait(TOAST_WAIT_MS)]).then(leaveFrom, leaveFrom);
}
