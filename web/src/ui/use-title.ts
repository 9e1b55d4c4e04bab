import { tabTitle } from '@selvedge/shared/titles';
import { useEffect } from 'react';
import { setTabTitle } from './tab-title.ts';

/**
 * Sets the tab's title, which screen readers announce; null is the product's own title, undefined leaves it
 * to another component.
 */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title !== undefined) setTabTitle(tabTitle(title));
  }, [title]);
}
