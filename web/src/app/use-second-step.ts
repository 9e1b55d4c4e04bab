import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeNextPath } from '../lib/session/discord.ts';
import { loginPath } from '../lib/session/next-path.ts';
import { useSession } from '../lib/session/use-session.ts';

/**
 * Redirects a member whose second step is still missing, after Discord or a reload, to its form and back.
 */
export function useSecondStep(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const session = useSession();
  const isMissing = session.status === 'signed-out' && session.secondStep !== undefined;
  useEffect(() => {
    if (!isMissing || pathname === '/login') return;
    const next = takeNextPath() ?? pathname + search;
    void navigate(loginPath(next), { replace: true });
  }, [isMissing, pathname, search, navigate]);
}
