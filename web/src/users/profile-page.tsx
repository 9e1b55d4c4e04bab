import { Badge, Box, Button, Flex, Heading, Tabs, Text } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import type { Listing } from '@selvedge/shared/listings';
import type { Profile } from '@selvedge/shared/users';
import type { Wanted } from '@selvedge/shared/wanted';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { api, apiResponse, nextPageOf } from '../lib/api.ts';
import { ListingCard, SkeletonCard } from '../listings/listing-card.tsx';
import { Centered } from '../ui/centered.tsx';
import { Face } from '../ui/face.tsx';
import { Page } from '../ui/page.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { WantedCard } from '../wanted/wanted-card.tsx';

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });

const SKELETONS = 8;
const since = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

/** Every page of a list that belongs to a person, joined; the next one is asked for by its button. */
function useOwn<T>(username: string, what: 'listings?sold=true' | 'listings?sold=false' | 'wtb-listings') {
  const query = useInfiniteQuery({
    queryKey: ['profile', username, what],
    queryFn: async ({ pageParam }) => {
      const response = await apiResponse('GET', pageParam);
      return { items: (await response.json()) as T[], next: nextPageOf(response) };
    },
    initialPageParam: `/api/users/${encodeURIComponent(username)}/${what}`,
    getNextPageParam: (page) => page.next,
  });
  return { ...query, items: query.data?.pages.flatMap((page) => page.items) };
}

function Skeletons() {
  return (
    <div className="grid" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: SKELETONS }, (_, i) => `skeleton-${i}`).map((key) => (
        <SkeletonCard key={key} />
      ))}
    </div>
  );
}

const Nothing = ({ text }: { text: string }) => (
  <Text color="fg.muted" py="16" textAlign="center">
    {text}
  </Text>
);

function Listings({ username, isSold }: { username: string; isSold: boolean }) {
  const { items, hasNextPage, fetchNextPage } = useOwn<Listing>(
    username,
    isSold ? 'listings?sold=true' : 'listings?sold=false',
  );
  if (!items) return <Skeletons />;
  return (
    <>
      {items.length === 0 ? <Nothing text={isSold ? 'Nothing sold yet' : 'Nothing for sale now'} /> : null}
      <div className="grid">
        {items.map((listing) => (
          <ListingCard key={listing.id} listing={listing} isFirst={false} />
        ))}
      </div>
      {hasNextPage ? (
        <Flex justify="center" mt="8">
          <Button variant="outline" onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Flex>
      ) : null}
    </>
  );
}

function Requests({ username }: { username: string }) {
  const { items } = useOwn<Wanted>(username, 'wtb-listings');
  if (!items) return <Skeletons />;
  if (items.length === 0) return <Nothing text="Looking for nothing now" />;
  return (
    <Box className="wanted-grid">
      {items.map((wanted) => (
        <WantedCard key={wanted.id} wanted={wanted} />
      ))}
    </Box>
  );
}

function Header({ profile }: { profile: Profile }) {
  return (
    <Flex align="center" gap="5" mb="8">
      <Face person={profile} size="2xl" />
      <Box minW="0">
        <Flex align="center" gap="3">
          <Heading as="h1" size="2xl" truncate>
            {profile.username}
          </Heading>
          {profile.isAdmin ? (
            <Badge colorPalette="indigo" variant="solid">
              ADMIN
            </Badge>
          ) : null}
        </Flex>
        <Text textStyle="sm" color="fg.muted" mt="1">
          {profile.activeCount} active · {profile.soldCount} sold · Member since{' '}
          {since.format(new Date(profile.createdAt))}
        </Text>
      </Box>
    </Flex>
  );
}

export default function ProfilePage() {
  const { username = '' } = useParams();
  const { data: profile, error } = useQuery({
    queryKey: ['profile', username],
    queryFn: () => api<Profile>('GET', `/api/users/${encodeURIComponent(username)}`),
  });
  if (error) {
    return (
      <Centered>
        <Heading as="h1" size="2xl">
          User not found
        </Heading>
        <Button asChild variant="outline">
          <Link to="/">Go Home</Link>
        </Button>
      </Centered>
    );
  }
  return (
    <Page>
      {profile ? (
        <>
          <Header profile={profile} />
          <Tabs.Root key={profile.id} defaultValue="active" variant="line" lazyMount>
            <Tabs.List mb="6">
              <Tabs.Trigger value="active">Active Listings ({profile.activeCount})</Tabs.Trigger>
              <Tabs.Trigger value="sold">Sold Items ({profile.soldCount})</Tabs.Trigger>
              <Tabs.Trigger value="wtb">WTB Listings ({profile.wtbCount})</Tabs.Trigger>
            </Tabs.List>
            <Tabs.Content value="active">
              <Listings username={username} isSold={false} />
            </Tabs.Content>
            <Tabs.Content value="sold">
              <Listings username={username} isSold />
            </Tabs.Content>
            <Tabs.Content value="wtb">
              <Requests username={username} />
            </Tabs.Content>
          </Tabs.Root>
        </>
      ) : (
        <Skeletons />
      )}
    </Page>
  );
}
