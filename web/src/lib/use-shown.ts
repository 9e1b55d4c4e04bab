import { SEEN_DELAY_MS } from '@selvedge/shared/platform/limits';
import { useEffect, useRef } from 'react';

/** Reports the ids of what stays on a visible page for a moment; what cannot be reported is reported when shown again. */
export function useShown(shown: string[], report: (ids: string[]) => Promise<unknown>): void {
  const reporting = useRef(report);
  reporting.current = report;
  // As text, because the array is new on each render.
  const ids = shown.join(' ');
  useEffect(() => {
    if (ids === '') return;
    let timer: ReturnType<typeof setTimeout>;
    const send = () => void reporting.current(ids.split(' ')).catch(() => undefined);
    const start = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(send, SEEN_DELAY_MS);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [ids]);
}
