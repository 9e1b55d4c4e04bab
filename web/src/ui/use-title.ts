import { tabTitle } from '@selvedge/shared/titles';
import { useEffect } from 'react';
import { nameTab } from './tab-title.ts';

/**
 * Names the page in the tab and for screen readers; null is the name of the product alone, undefined leaves the naming
 * to a part of the page.
 */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title !== undefined) nameTab(tabTitle(title));
  }, [title]);
}
