import { useEffect } from 'react';

const PRODUCT = 'Selvedge';
const HOME = 'Selvedge: secondhand designer clothing';

/** Names the page in the tab and for screen readers; null is the name of the product alone. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : HOME;
  }, [title]);
}
