import { Flex, Spinner } from '@chakra-ui/react';
import { lazy, Suspense, useRef } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { HomePage } from '../listings/home-page.tsx';
import { toastsNeeded } from '../ui/toast.ts';
import { MessagesHost, useBackground } from './messages-host.tsx';
import { SellDialogHost } from './sell-dialog-host.tsx';
import { TopBar } from './top-bar.tsx';
import { useArrival } from './use-arrival.ts';
import { useDiscordReturn } from './use-discord-return.ts';

const LoginPage = lazy(() => import('../identity/login-page.tsx'));
const ResetPasswordPage = lazy(() => import('../identity/reset-password-page.tsx'));
const VerifyPage = lazy(() => import('../identity/verify-page.tsx'));
const ListingPage = lazy(() => import('../listings/listing-page.tsx'));
const ProfilePage = lazy(() => import('../users/profile-page.tsx'));
const WantedPage = lazy(() => import('../wanted/wanted-page.tsx'));
const AboutPage = lazy(() => import('./about-page.tsx'));
const NotFoundPage = lazy(() => import('./not-found-page.tsx'));
const Toasts = lazy(() => import('../ui/toaster.tsx'));

const Loading = () => (
  <Flex justify="center" py="32">
    <Spinner aria-label="Loading" />
  </Flex>
);

/** Every address of the product, and what lies over all of them. */
export function Pages() {
  const background = useBackground(useLocation());
  const hasToasts = useStore(toastsNeeded);
  const main = useRef<HTMLElement>(null);
  useArrival(background, main);
  useDiscordReturn();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <TopBar />
      <main id="main" ref={main} tabIndex={-1}>
        <Suspense fallback={<Loading />}>
          <Routes location={background}>
            <Route path="/" element={<HomePage />} />
            <Route path="/login" element={<LoginPage />} />
            <Route path="/reset-password" element={<ResetPasswordPage />} />
            <Route path="/verify" element={<VerifyPage />} />
            <Route path="/wtb" element={<WantedPage />} />
            <Route path="/wtb/:id" element={<WantedPage />} />
            <Route path="/about" element={<AboutPage />} />
            <Route path="/profile/:username" element={<ProfilePage />} />
            <Route path="/listing/:id" element={<ListingPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </main>
      <MessagesHost />
      <SellDialogHost />
      {hasToasts ? (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      ) : null}
    </>
  );
}
