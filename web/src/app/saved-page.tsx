import { Heading, Tabs } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { SavedList } from '../items/saved/saved-list.tsx';
import { instance } from '../lib/instance.ts';
import { loginPath } from '../lib/session/next-path.ts';
import { useSession } from '../lib/session/use-session.ts';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { useTitle } from '../ui/use-title.ts';
import NotFoundPage from './not-found-page.tsx';

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });

function Saved({ personId }: { personId: string }) {
  useTitle('Saved');
  return (
    <Page>
      <Heading as="h1" size="2xl" mb="4">
        Saved
      </Heading>
      <Tabs.Root defaultValue="items" variant="line" lazyMount>
        <Tabs.List mb={{ base: '4', md: '7' }}>
          <Tabs.Trigger value="items">Items</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="items">
          <SavedList key={personId} personId={personId} />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}

/** What the signed-in member has saved. */
export default function SavedPage() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const { saved: isOn } = instance.features;
  useEffect(() => {
    if (isOn && status === 'signed-out') void navigate(loginPath('/saved'), { replace: true });
  }, [isOn, status, navigate]);
  if (!isOn) return <NotFoundPage />;
  if (user) return <Saved personId={user.id} />;
  return (
    <Centered>
      <Loading />
    </Centered>
  );
}
