import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { loginPath } from '../../lib/session/next-path.ts';
import { rememberPress, takePress } from '../../lib/session/pressed.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useTakenParam } from '../../lib/use-taken-param.ts';
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
    if (requested === null) return;
    const params = new URLSearchParams(location.search);
    requestedSave.setState(null, true);
    rememberPress('heart', requested);
    params.set(SAVE, requested);
    void navigate(loginPath(`${location.pathname}?${params}`));
  }, [navigate, location, requested]);
  useTakenParam(SAVE, status === 'signed-in', (listingId) => {
    if (takePress('heart', listingId)) void changeSaved(listingId, true);
  });
  return null;
}
