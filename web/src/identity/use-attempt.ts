import { useState } from 'react';
import { type Notice, past } from './notice.tsx';
import { PasskeyCancelled } from './passkey-ceremony.ts';
import { ProofCancelled } from './proof.ts';

/** The state of a form's request: whether it is pending, and the notice of its failure. @param toNotice of an error */
export function useAttempt(toNotice: (error: unknown) => Notice) {
  const [isPending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  /** @returns whether `work` succeeded; there is no notice if the member cancelled it */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setPending(true);
    setNotice(past);
    try {
      await work();
      setNotice(null);
      return true;
    } catch (error) {
      const isCancelled = error instanceof ProofCancelled || error instanceof PasskeyCancelled;
      setNotice(isCancelled ? null : toNotice(error));
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, notice, attempt };
}
