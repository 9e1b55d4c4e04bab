import { Heading, Tabs } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SavedList } from '../items/saved/saved-list.tsx';
import { SearchList } from '../items/saved-searches/search-list.tsx';
import { useFeatures } from '../lib/features.ts';
import { loginPath } from '../lib/session/next-path.ts';
import { useSession } from '../lib/session/use-session.ts';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { useTab } from '../ui/use-tab.ts';
import { useTitle } from '../ui/use-title.ts';
import NotFoundPage from './not-found-page.tsx';

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });

function Saved({ personId }: { personId: string }) {
  const { saved: hasItems, savedSearches: hasSearches } = useFeatures();
  const { value, onValueChange } = useTab(hasItems ? 'items' : 'searches');
  useTitle('Saved');
  return (
    <Page>
      <Heading as="h1" size="2xl" mb="4">
        Saved
      </Heading>
      <Tabs.Root
        value={hasItems && !(hasSearches && value === 'searches') ? 'items' : 'searches'}
        onValueChange={onValueChange}
        variant="line"
        lazyMount
      >
        <Tabs.List mb={{ base: '4', md: '7' }} overflowX="auto" css={{ '& button': { flexShrink: 0 } }}>
          {hasItems ? <Tabs.Trigger value="items">Items</Tabs.Trigger> : null}
          {hasSearches ? <Tabs.Trigger value="searches">Searches</Tabs.Trigger> : null}
        </Tabs.List>
        {hasItems ? (
          <Tabs.Content value="items">
            <SavedList key={personId} personId={personId} />
          </Tabs.Content>
        ) : null}
        {hasSearches ? (
          <Tabs.Content value="searches">
            <SearchList key={personId} personId={personId} />
          </Tabs.Content>
        ) : null}
      </Tabs.Root>
    </Page>
  );
}

/** What the signed-in member has saved. */
export default function SavedPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { saved, savedSearches } = useFeatures();
  const isOn = saved || savedSearches;
  useEffect(() => {
    if (isOn && status === 'signed-out') void navigate(loginPath(`/saved${search}`), { replace: true });
  }, [isOn, status, navigate, search]);
  if (!isOn) return <NotFoundPage />;
  if (user) return <Saved personId={user.id} />;
  return (
    <Centered>
      <Loading />
    </Centered>
  );
}
