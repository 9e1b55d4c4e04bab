import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router } from 'react-router-dom';
import { followPages, pageNavigator, shownPage } from '../lib/page-history.ts';

/** The router, over a history that also has entries for dialogs. */
export function PageRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setShown] = useState(shownPage);
  useLayoutEffect(() => followPages((shown) => startTransition(() => setShown(shown))), []);
  return (
    <Router location={location} navigationType={action} navigator={pageNavigator}>
      {children}
    </Router>
  );
}
