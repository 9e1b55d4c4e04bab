import { TEXT_PAGES, type TextPageName } from '@selvedge/shared/instance/text-pages';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { TextPage } from '../instance/text-pages/text-page.tsx';
import { instance } from '../lib/instance.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { Centered } from '../ui/centered.tsx';
import { Loading } from '../ui/loading.tsx';
import { AboutPage } from './about-page.tsx';
import NotFoundPage from './not-found-page.tsx';

const Setup = lazyChunk(() => import('./setup-page.tsx'));
const loading = (
  <Centered>
    <Loading />
  </Centered>
);

const isTextPage = (name: string): name is TextPageName => Object.hasOwn(TEXT_PAGES, name);

/** The set-up, the About page, another page that the operator of the instance has written, or else the not-found screen. */
export default function OtherPage() {
  const name = useLocation().pathname.slice(1);
  if (name === 'about') return <AboutPage />;
  if (name === 'setup') {
    return (
      <Suspense fallback={loading}>
        <Setup />
      </Suspense>
    );
  }
  return isTextPage(name) && instance.pages.includes(name) ? (
    <TextPage key={name} name={name} />
  ) : (
    <NotFoundPage />
  );
}
