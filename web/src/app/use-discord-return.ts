import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { DISCORD_FAILED, discordReturn, takeNextPath } from '../identity/discord.ts';
import { safeNextPath } from '../identity/next-path.ts';
import { useSession } from '../identity/use-session.ts';
import { toast } from '../ui/toast.ts';

/** After a sign-in with Discord: leads to the page that was wanted before, or says that the sign-in failed. */
export function useDiscordReturn(): void {
  const navigate = useNavigate();
  const session = useSession();
  const { status } = session;
  // The auth client removes the code from the address when it could exchange it for a session.
  const isUnheard = status === 'signed-out' && session.factorId === undefined;
  useEffect(() => {
    const outcome = discordReturn();
    if (outcome !== 'refused' && !(outcome === 'code' && isUnheard)) return;
    toast.error('Login Failed', DISCORD_FAILED);
    void navigate('/login', { replace: true });
  }, [isUnheard, navigate]);
  useEffect(() => {
    if (status !== 'signed-in') return;
    const next = takeNextPath();
    if (next) void navigate(safeNextPath(next), { replace: true });
  }, [status, navigate]);
}
