import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

/** The current time in milliseconds, updated twice a minute while `isTicking`, for what changes with it. */
export function useNow(isTicking = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
