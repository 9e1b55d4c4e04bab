import { tabTitle } from '@selvedge/shared/titles';
import { useEffect } from 'react';
import { nameTab } from './tab-title.ts';

/**
 * Sets the title of the tab and tells screen readers; null is the product's own title, undefined leaves it to a part of
 * the page.
 */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title !== undefined) nameTab(tabTitle(title));
  }, [title]);
}
