import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Calls `take` once with a query parameter of the address, and removes it there, so that a reload does not repeat it. */
export function useTakenParam(name: string, isReady: boolean, take: (value: string) => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const params = new URLSearchParams(location.search);
    const value = params.get(name);
    if (value === null || !isReady) return;
    params.delete(name);
    void navigate({ ...location, search: String(params) }, { replace: true, state: location.state });
    take(value);
  }, [location, navigate, name, isReady, take]);
}
