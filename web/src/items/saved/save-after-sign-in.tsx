import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { loginPath } from '../../lib/session/next-path.ts';
import { rememberPress, takePress } from '../../lib/session/pressed.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { changeSaved } from './change-saved.ts';
import { requestedSave } from './saved-ids.ts';

/** The query parameter with the listing that a visitor signs in to save. */
const SAVE = 'save';

/** Leads a visitor who has pressed a heart to the sign-in, and saves the listing when they come back. */
export default function SaveAfterSignIn({ requested }: { requested: string | null }) {
  const navigate = useNavigate();
  const location = useLocation();
  const { status } = useSession();
  useEffect(() => {
    const params = new URLSearchParams(location.search);
    if (requested !== null) {
      requestedSave.setState(null, true);
      rememberPress('heart', requested);
      params.set(SAVE, requested);
      void navigate(loginPath(`${location.pathname}?${params}`));
      return;
    }
    const listingId = params.get(SAVE);
    if (listingId === null || status !== 'signed-in') return;
    params.delete(SAVE);
    const search = params.size > 0 ? `?${params}` : '';
    void navigate({ ...location, search }, { replace: true, state: location.state });
    if (takePress('heart', listingId)) void changeSaved(listingId, true);
  }, [navigate, location, status, requested]);
  return null;
}
