import { useEffect, useEffectEvent, useState } from 'react';
import { signInByPasskey } from './passkey-calls.ts';
import { canUsePasskeys, endCeremony, PasskeyCancelled } from './passkey-ceremony.ts';

/** Shorter than a challenge is valid: an offer in the autofill stays open as long as the page. */
const RENEW_MS = 4 * 60_000;

/**
 * Sign-in with a passkey, by a button and in the form's autofill.
 * @param isOpen whether the form is shown
 * @param onFailed called with the error when a chosen passkey does not sign in
 */
export function usePasskeys(isOpen: boolean, onFailed: (error: unknown) => void) {
  const [isPending, setPending] = useState(false);
  const isOffered = canUsePasskeys && isOpen && !isPending;
  const fail = useEffectEvent((error: unknown) => {
    if (!(error instanceof PasskeyCancelled)) onFailed(error);
  });
  useEffect(() => {
    if (!isOffered) return undefined;
    let offer = new AbortController();
    const renew = () => {
      offer.abort();
      offer = new AbortController();
      signInByPasskey(offer.signal).catch(fail);
    };
    renew();
    const timer = setInterval(renew, RENEW_MS);
    return () => {
      clearInterval(timer);
      offer.abort();
    };
  }, [isOffered]);
  useEffect(() => (isOpen ? endCeremony : undefined), [isOpen]);

  const signIn = async () => {
    setPending(true);
    try {
      await signInByPasskey();
    } catch (error) {
      if (!(error instanceof PasskeyCancelled)) onFailed(error);
    } finally {
      setPending(false);
    }
  };
  return { isOffered, isPending, signIn };
}
