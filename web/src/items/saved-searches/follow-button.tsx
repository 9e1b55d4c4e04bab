import { Button } from '@chakra-ui/react';
import type { Profile } from '@selvedge/shared/members/users';
import { isOwner } from '@selvedge/shared/platform/policy';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { apiSend } from '../../lib/api.ts';
import { useFeatures } from '../../lib/features.ts';
import { loginPath } from '../../lib/session/next-path.ts';
import { rememberPress, takePress } from '../../lib/session/pressed.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useTakenParam } from '../../lib/use-taken-param.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { searchesChanged } from './cache.ts';
import { SEARCHES_PATH } from './use-saved-searches.ts';
import { useSearchOf } from './use-search-of.ts';
import { useSeen } from './use-seen.ts';

/** The query parameter with which a visitor who wants to follow a seller comes back from the sign-in. */
const FOLLOW = 'follow';

/** Follows a seller: a saved search for all that they list. */
export function FollowButton({ profile }: { profile: Pick<Profile, 'id' | 'username'> }) {
  const { status, user } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const query = `seller=${profile.id}`;
  const saved = useSearchOf(query);
  useSeen(saved);
  const [isBusy, setBusy] = useState(false);
  const change = async (call: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await call();
      searchesChanged(queries);
    } catch (error) {
      showFailure(error, 'Failed to follow. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  const follow = () => change(() => apiSend('POST', SEARCHES_PATH, { query, alerts: 'instant' }));
  const isShown = useFeatures().savedSearches && !isOwner(user, profile.id);
  useTakenParam(FOLLOW, status === 'signed-in', () => {
    if (takePress('follow', profile.id) && isShown) void follow();
  });
  if (!isShown) return null;
  const press = () => {
    if (status === 'signed-out') {
      rememberPress('follow', profile.id);
      void navigate(loginPath(`${pathname}?${FOLLOW}=1`));
    } else if (isBusy) return;
    else if (saved) void change(() => apiSend('DELETE', `${SEARCHES_PATH}/${saved.id}`));
    // Until the searches are known, the button says Follow, and following again changes nothing.
    else void follow();
  };
  return (
    <Button variant="outline" size="sm" minH="11" aria-pressed={Boolean(saved)} onClick={press}>
      <span>{saved ? 'Following' : 'Follow'}</span>
    </Button>
  );
}
