import { Button } from '@chakra-ui/react';
import type { Profile } from '@selvedge/shared/members/users';
import { isOwner } from '@selvedge/shared/platform/policy';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { apiSend } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { loginPath } from '../../lib/session/next-path.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { searchesChanged } from './cache.ts';
import { SEARCHES_PATH } from './use-saved-searches.ts';
import { useSearchOf } from './use-search-of.ts';

/** Follows a seller: a saved search for all that they list. */
export function FollowButton({ profile }: { profile: Pick<Profile, 'id' | 'username'> }) {
  const { status, user } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const query = `seller=${profile.id}`;
  const saved = useSearchOf(query);
  const [isBusy, setBusy] = useState(false);
  if (!instance.features.savedSearches || isOwner(user, profile.id)) return null;
  const toggle = async () => {
    setBusy(true);
    try {
      await (saved
        ? apiSend('DELETE', `${SEARCHES_PATH}/${saved.id}`)
        : apiSend('POST', SEARCHES_PATH, { query, alerts: 'instant' }));
      searchesChanged(queries);
    } catch (error) {
      showFailure(error, 'Failed to follow. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  const press = () => {
    if (status === 'signed-out') void navigate(loginPath(pathname));
    // Until the searches are known, the button says Follow, and following again changes nothing.
    else if (!isBusy) void toggle();
  };
  return (
    <Button variant="outline" size="sm" minH="11" aria-pressed={Boolean(saved)} onClick={press}>
      <span>{saved ? 'Following' : 'Follow'}</span>
    </Button>
  );
}
