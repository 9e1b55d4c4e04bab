import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { layersRendered, openLayer } from '../lib/page-history.ts';

/** Makes Back close what the component shows over the page. @param onClose null if it has its own URL */
export function useLayer(onClose: (() => void) | null): void {
  const { key } = useLocation();
  const close = useEffectEvent(() => onClose?.());
  const hasEntry = onClose !== null;
  useEffect(() => (hasEntry ? openLayer(() => close()) : undefined), [hasEntry]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layer needs an entry over each new page.
  useEffect(layersRendered, [key]);
}
