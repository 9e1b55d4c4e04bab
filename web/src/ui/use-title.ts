import { useEffect } from 'react';
import { instance } from '../lib/instance.ts';
import { setTabTitle } from './tab-title.ts';

/**
 * Sets the tab's title, which screen readers announce; null is the instance's own title, undefined leaves it
 * to another component.
 */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title !== undefined) setTabTitle(title ? `${title} · ${instance.name}` : instance.title);
  }, [title]);
}
