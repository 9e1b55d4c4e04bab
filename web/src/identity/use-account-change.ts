import type { User as Account, UserAttributes } from '@supabase/auth-js';
import { useState } from 'react';
import { authClient } from '../lib/session/session.ts';
import { type Notice, noticeOf, past } from './notice.tsx';
import { ProofCancelled, withProof } from './proof.ts';

/** The state of a form that changes one account setting, with a notice of the outcome. */
export function useAccountChange() {
  const [isPending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  /** @param toNotice builds the notice from the changed account; not called after a refusal */
  const change = async (
    attributes: UserAttributes,
    failure: string,
    toNotice: (account: Account) => Notice,
  ): Promise<void> => {
    setPending(true);
    setNotice(past);
    try {
      const account = await withProof(async (nonce) => {
        const { data, error } = await (await authClient()).updateUser(
          { ...attributes, ...(nonce && { nonce }) },
          // Where the links in the mails about a new address lead.
          { emailRedirectTo: `${location.origin}/login` },
        );
        if (error) throw error;
        return data.user;
      });
      setNotice(toNotice(account));
    } catch (error) {
      setNotice(error instanceof ProofCancelled ? null : noticeOf(error, failure));
    } finally {
      setPending(false);
    }
  };
  return { isPending, notice, change };
}
