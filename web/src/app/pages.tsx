import { Flex } from '@chakra-ui/react';
import { Suspense, useRef } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { HomePage } from '../items/listings/home-page.tsx';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { useFocusNearby } from '../ui/focus-nearby.ts';
import { Loading } from '../ui/loading.tsx';
import { toastsNeeded } from '../ui/toast.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { MessagesHost, useBackground } from './messages-host.tsx';
import { pageChunk } from './page-chunk.tsx';
import { SafetyDialogsHost } from './safety-dialogs-host.tsx';
import { SaveHost } from './save-host.tsx';
import { SellDialogHost } from './sell-dialog-host.tsx';
import { TopBar } from './top-bar.tsx';
import { useArrival } from './use-arrival.ts';
import { useNoticeClicks } from './use-notice-clicks.ts';
import { useProviderReturn } from './use-provider-return.ts';
import { useSecondStep } from './use-second-step.ts';
import { UsernameDialogHost } from './username-dialog-host.tsx';

/** Lazily loaded pages by route pattern. */
const CHUNKS = (
  [
    ['/login', () => import('../identity/login-page.tsx')],
    ['/reset-password', () => import('../identity/reset-password-page.tsx')],
    ['/verify', () => import('../identity/verify-page.tsx')],
    ['/wtb/:id?', () => import('../items/wanted/wanted-page.tsx')],
    ['/profile/:username', () => import('../members/profile-page.tsx')],
    ['/listing/:id', () => import('../items/listings/listing-page.tsx')],
    ['/saved', () => import('./saved-page.tsx')],
    ['/closet', () => import('./closet-page.tsx')],
    ['/deals', () => import('./deals-page.tsx')],
    ['/updates', () => import('./updates-page.tsx')],
    ['/admin', () => import('./admin-page.tsx')],
    ['*', () => import('./other-page.tsx')],
  ] as const
).map(([pattern, load]) => [pattern, pageChunk(load)] as const);
const Toasts = lazyChunk(() => import('../ui/toaster.tsx'));

const HOSTS = {
  messages: MessagesHost,
  sell: SellDialogHost,
  save: SaveHost,
  safety: SafetyDialogsHost,
  username: UsernameDialogHost,
};

const LoadingPage = () => (
  <Flex justify="center" py="32">
    <Loading />
  </Flex>
);

/** Loads the chunk of a URL first, so that the page renders immediately instead of a spinner. */
export async function preloadPage(pathname: string): Promise<void> {
  const isInEntryChunk = pathname === '/' || pathname.startsWith('/messages');
  const [, chunk] = CHUNKS.find(([pattern]) => matchPath(pattern, pathname)) ?? [];
  // Rendering the page reports a chunk that cannot be loaded.
  if (!isInEntryChunk) await chunk?.preload().catch(() => undefined);
}

/** All routes, and what is shown over every page. */
export function Pages() {
  const location = useLocation();
  const background = useBackground(location);
  const hasToasts = useStore(toastsNeeded);
  const main = useRef<HTMLElement>(null);
  useArrival(background, main);
  useFocusNearby(main);
  useProviderReturn();
  useSecondStep();
  useNoticeClicks();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary shown={background.key}>
          <Suspense fallback={<LoadingPage />}>
            <Routes location={background}>
              <Route path="/" element={<HomePage />} />
              {CHUNKS.map(([path, { Page }]) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </main>
      {Object.entries(HOSTS).map(([name, Host]) => (
        <ErrorBoundary key={name} shown={location.key} isOver>
          <Host />
        </ErrorBoundary>
      ))}
      {hasToasts ? (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      ) : null}
    </>
  );
}
