import { Box, Button, chakra, Flex, IconButton, type IconButtonProps } from '@chakra-ui/react';
import { Suspense } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { openSell } from '../items/listings/selling.ts';
import { useUnseenMatches } from '../items/matching/use-unseen-matches.ts';
import { useHasNewFinds } from '../items/saved-searches/use-saved-searches.ts';
import { useFeatures } from '../lib/features.ts';
import { instance } from '../lib/instance.ts';
import { lazyChunk, preloadOnApproach } from '../lib/lazy-chunk.ts';
import { loginPath } from '../lib/session/next-path.ts';
import { useOpenMessages } from '../lib/session/open-messages.ts';
import { useSession } from '../lib/session/use-session.ts';
import { Icon } from '../ui/icon.tsx';
import { ReleaseNote } from '../ui/release-note.tsx';
import { BrandSearch } from './brand-search.tsx';
import { Dot } from './dot.tsx';
import { unread } from './live.ts';
import { loadMessages } from './messages-host.tsx';
import { loadSell } from './sell-dialog-host.tsx';

const AvatarMenu = lazyChunk(() => import('./avatar-menu.tsx'));

const brand = document.getElementById('brand') as HTMLTemplateElement;
/** Draws in the link to the home page what the server draws there: the logo, or the mark and the name. */
const drawBrand = (place: HTMLElement | null) => place?.replaceChildren(brand.content.cloneNode(true));

const NavItem = chakra(NavLink, {
  base: {
    textStyle: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    px: '1',
    py: '2',
    borderRadius: 'l1',
    _hover: { color: 'fg' },
    '&[aria-current=page]': {
      color: 'fg',
      textDecoration: 'underline',
      textUnderlineOffset: '6px',
      textDecorationThickness: '2px',
      textDecorationColor: 'thread.600',
    },
    focusVisibleRing: 'outside',
  },
});

function MessagesButton() {
  const count = useStore(unread);
  const open = useOpenMessages();
  const label = count === 0 ? 'Messages' : `Messages, ${count} unread conversation${count === 1 ? '' : 's'}`;
  return (
    <IconButton
      aria-label={label}
      variant="ghost"
      position="relative"
      {...preloadOnApproach(loadMessages)}
      onClick={() => open()}
    >
      <Icon name="message" />
      {count > 0 ? <Dot top="2" right="2" /> : null}
    </IconButton>
  );
}

function SavedLink(shown: Pick<IconButtonProps, 'hideFrom' | 'hideBelow'>) {
  const { status } = useSession();
  const hasNew = useHasNewFinds();
  const { saved, savedSearches } = useFeatures();
  if (!(saved || savedSearches) || status !== 'signed-in') return null;
  return (
    <IconButton
      asChild
      variant="ghost"
      position="relative"
      aria-label={hasNew ? 'Saved, new finds' : 'Saved'}
      {...shown}
    >
      <NavLink to={hasNew ? '/saved?tab=searches' : '/saved'}>
        <Icon name="heart" />
        {hasNew ? <Dot top="2" right="2" /> : null}
      </NavLink>
    </IconButton>
  );
}

function WantedLink() {
  const hasUnseen = useUnseenMatches();
  return (
    <NavItem to="/wtb" position="relative">
      <Box as="span" hideFrom="sm">
        WTB
      </Box>
      <Box as="span" hideBelow="sm">
        Want to Buy
      </Box>
      {hasUnseen ? (
        <>
          <span className="sr">new matches</span>
          <Dot top="1" right="-0.5" />
        </>
      ) : null}
    </NavItem>
  );
}

function SignInLink() {
  const { pathname, search } = useLocation();
  const isHere = pathname === '/login';
  return (
    <Button asChild size="sm" colorPalette="indigo">
      <Link to={isHere ? pathname + search : loginPath(pathname + search)}>Sign In</Link>
    </Button>
  );
}

export function TopBar() {
  const { status } = useSession();
  return (
    // Where it would take more than a quarter of the height, with large text or on a phone held sideways, it scrolls away.
    <chakra.header position="sticky" top="min(0px, (25dvh - 7rem) * 1000)" zIndex="docked" bg="bg">
      <Flex
        align="center"
        wrap="wrap"
        gap={{ base: '2', md: '5' }}
        maxW="1800px"
        mx="auto"
        minH={{ md: '16' }}
        px={{ base: '4', md: '6', lg: '10' }}
        py={{ base: '2.5', md: '0' }}
      >
        <Link className="home-link" to="/" aria-label={`${instance.name}, home`}>
          {/* Not in the link itself: the router sets a link's ref again each time it renders. Redrawing it while it
              is pressed would lose the press. */}
          <span ref={drawBrand} className="wordmark" />
        </Link>
        <Flex as="nav" aria-label="Main" gap="1" ms={{ md: '2' }}>
          <WantedLink />
          <NavItem to="/about">About</NavItem>
        </Flex>
        <Flex
          flex="1"
          gap="1"
          justify="center"
          order={{ base: 5, md: 0 }}
          minW={{ base: 'full', md: '7rem' }}
        >
          <BrandSearch />
          {/* The row above has no room for it on a phone. */}
          <SavedLink hideFrom="md" />
        </Flex>
        <Flex align="center" justify="flex-end" gap="1" ms="auto" minH="10" minW={{ md: '40' }}>
          {status === 'signed-in' ? (
            <>
              <Button
                hideBelow="md"
                colorPalette="indigo"
                size="sm"
                {...preloadOnApproach(loadSell)}
                onClick={openSell}
              >
                <Icon name="plus" size={16} />
                Sell Item
              </Button>
              <SavedLink hideBelow="md" />
              <MessagesButton />
              <Suspense fallback={<Box w="20" />}>
                <AvatarMenu />
              </Suspense>
            </>
          ) : null}
          {status === 'signed-out' ? <SignInLink /> : null}
        </Flex>
      </Flex>
      <div className="selvedge-edge" />
      <ReleaseNote />
    </chakra.header>
  );
}
