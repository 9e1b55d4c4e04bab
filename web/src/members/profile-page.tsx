import { Box, Button, Flex, Heading, Tabs, Text } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import type { Profile } from '@selvedge/shared/members/users';
import { isOwner } from '@selvedge/shared/platform/policy';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { TrustCounts } from '../deals/vouches/trust-counts.tsx';
import { BusinessNote } from '../items/listings/business-note.tsx';
import { DismissItem } from '../items/saved-searches/dismiss-item.tsx';
import { FollowButton } from '../items/saved-searches/follow-button.tsx';
import { useFeedLink } from '../items/saved-searches/use-feed-link.ts';
import { api, isNotFound, messageOf } from '../lib/api.ts';
import { instance } from '../lib/instance.ts';
import { lazyChunk, preloadOnApproach } from '../lib/lazy-chunk.ts';
import { profileKey } from '../lib/own-list-keys.ts';
import { fromPage } from '../lib/page-data.ts';
import { useReopened } from '../lib/session/use-reopened.ts';
import { useUser } from '../lib/session/use-session.ts';
import { BlockedNote } from '../safety/blocked-note.tsx';
import { SafetyMenu } from '../safety/safety-menu.tsx';
import { VisitorReport } from '../safety/visitor-report.tsx';
import { AdminBadge } from '../ui/admin-badge.tsx';
import { Centered } from '../ui/centered.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { ShareButton } from '../ui/share-button.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { useTab } from '../ui/use-tab.ts';
import { useTitle } from '../ui/use-title.ts';
import { UserAvatar } from '../ui/user-avatar.tsx';
import { OwnListings, OwnWanted, ProfileSkeleton } from './own-lists.tsx';

const loadSettings = () => import('./settings-dialog.tsx');
const SettingsDialog = lazyChunk(loadSettings);
const VouchList = lazyChunk(() => import('../deals/vouches/vouch-list.tsx'));

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });

const since = new Intl.DateTimeFormat('en-US', {
  timeZone: instance.timeZone,
  month: 'long',
  year: 'numeric',
});

function NoUser() {
  useTitle('User not found');
  return (
    <Centered>
      <Text textStyle="woven" color="fg.subtle">
        404
      </Text>
      <Heading as="h1" size="2xl">
        User not found
      </Heading>
      <Button asChild variant="outline" mt="3">
        <Link to="/">Go Home</Link>
      </Button>
    </Centered>
  );
}

function Settings() {
  const [isOpen, setOpen] = useState(false);
  useReopened('username', () => setOpen(true));
  return (
    <>
      <Button variant="outline" size="sm" {...preloadOnApproach(loadSettings)} onClick={() => setOpen(true)}>
        Settings
      </Button>
      {isOpen ? (
        <Suspense fallback={<DialogLoading onClose={() => setOpen(false)} />}>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Header({ profile }: { profile: Profile }) {
  const user = useUser();
  useFeedLink(`seller=${profile.id}`);
  return (
    <Flex wrap="wrap" align="center" columnGap={{ base: '4', md: '5' }} rowGap="5" mb="8">
      <UserAvatar person={profile} size="profile" />
      {/* On phones the name has its own line, and everything else goes below. */}
      <Box minW="0" flex={{ base: '1 0 48%', md: '1' }}>
        <Flex wrap="wrap" align="center" columnGap="3">
          <Heading as="h1" size="2xl" overflowWrap="anywhere">
            {profile.username}
          </Heading>
          {profile.isAdmin ? <AdminBadge size="sm" /> : null}
        </Flex>
        <Text textStyle="sm" color="fg.muted" mt="1">
          {profile.isBlocked ? null : `${profile.activeCount} active · ${profile.soldCount} sold · `}Member
          since {since.format(new Date(profile.createdAt))}
        </Text>
        <TrustCounts textStyle="sm" username={profile.username} trust={profile.trust} />
        <BusinessNote business={profile.business} />
      </Box>
      {isOwner(user, profile.id) ? <Settings /> : null}
      <ShareButton title={profile.username} path={`/profile/${profile.username}`} />
      {profile.isBlocked ? null : <FollowButton profile={profile} />}
      <SafetyMenu
        person={profile}
        report={{ subject: 'user', id: profile.id }}
        isBlocked={profile.isBlocked === true}
      >
        <DismissItem dismissed={{ listing: null, seller: profile }} />
      </SafetyMenu>
    </Flex>
  );
}

const Vouches = ({ profile }: { profile: Profile }) => (
  <Suspense fallback={<Loading />}>
    <VouchList profile={profile} />
  </Suspense>
);

function Lists({ profile }: { profile: Profile }) {
  const { username, activeCount, soldCount, wtbCount, trust } = profile;
  const hasVouches = instance.features.vouches;
  const { value: requested, onValueChange } = useTab('active');
  const value = requested === 'vouches' && !hasVouches ? 'active' : requested;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On phones the list of tabs scrolls, and the tab of a link may be out of sight.
    const tabs = list.current;
    const tab = tabs?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`);
    if (!tabs || !tab) return;
    // Not `scrollIntoView`, which would scroll the page up to the tabs as well.
    const end = tab.offsetLeft + tab.offsetWidth - tabs.clientWidth;
    tabs.scrollLeft = Math.min(Math.max(tabs.scrollLeft, end), tab.offsetLeft);
  }, [value]);
  return (
    <Tabs.Root value={value} onValueChange={onValueChange} variant="line" lazyMount>
      <Tabs.List
        ref={list}
        mb={{ base: '3', md: '7' }}
        overflowX="auto"
        scrollbarWidth="none"
        css={{
          '& button': { flexShrink: 0, px: { base: '2.5', md: '4' }, fontSize: { base: 'xs', md: 'sm' } },
        }}
      >
        <Tabs.Trigger value="active">{`Active Listings (${activeCount})`}</Tabs.Trigger>
        <Tabs.Trigger value="sold">{`Sold Items (${soldCount})`}</Tabs.Trigger>
        <Tabs.Trigger value="wtb">{`WTB Listings (${wtbCount})`}</Tabs.Trigger>
        {hasVouches ? (
          <Tabs.Trigger value="vouches">{`Vouches (${trust?.vouches ?? 0})`}</Tabs.Trigger>
        ) : null}
      </Tabs.List>
      <Tabs.Content value="active">
        <OwnListings username={username} isSold={false} />
      </Tabs.Content>
      <Tabs.Content value="sold">
        <OwnListings username={username} isSold />
      </Tabs.Content>
      <Tabs.Content value="wtb">
        <OwnWanted username={username} />
      </Tabs.Content>
      {hasVouches ? (
        <Tabs.Content value="vouches">
          <Vouches profile={profile} />
        </Tabs.Content>
      ) : null}
    </Tabs.Root>
  );
}

function Detail({ profile }: { profile: Profile }) {
  const { username = '' } = useParams();
  const navigate = useNavigate();
  useTitle(profile.username);
  useEffect(() => {
    // Opened under an earlier name or with different capitals: replaces the URL with the current one.
    if (profile.username !== username) void navigate(`/profile/${profile.username}`, { replace: true });
  }, [profile.username, username, navigate]);
  return (
    <>
      <Header profile={profile} />
      {profile.isBlocked ? (
        <>
          <BlockedNote person={profile} />
          {instance.features.vouches ? <Vouches profile={profile} /> : null}
        </>
      ) : (
        <Lists key={profile.id} profile={profile} />
      )}
      <VisitorReport subject="user" targetId={profile.id} mt="8" />
    </>
  );
}

/** A member's profile: what they sell, have sold, and look for. */
export default function ProfilePage() {
  const { username = '' } = useParams();
  const address = `/api/users/${encodeURIComponent(username)}`;
  const {
    data: profile,
    error,
    refetch,
  } = useQuery({
    queryKey: profileKey(username),
    queryFn: () => api<Profile>('GET', address),
    ...fromPage<Profile>(address),
  });
  if (isNotFound(error)) return <NoUser />;
  return (
    <Page>
      {profile ? (
        <Detail profile={profile} />
      ) : error ? (
        <Failure text={messageOf(error, 'The profile could not be loaded.')} retry={() => void refetch()} />
      ) : (
        <>
          <Box mb="8" className="sk" boxSize="20" borderRadius="full" />
          <ProfileSkeleton />
        </>
      )}
    </Page>
  );
}
