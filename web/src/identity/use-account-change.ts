import type { User as Account, UserAttributes } from '@supabase/auth-js';
import { useState } from 'react';
import { type Notice, noticeOf } from './notice.tsx';
import { authClient } from './session.ts';

/** A form that changes one thing of one's account, and says how it went. */
export function useAccountChange() {
  const [isPending, setPending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  /** @param toNotice what to say of the account as it is then; not called when it was refused. */
  const change = async (
    attributes: UserAttributes,
    failure: string,
    toNotice: (account: Account) => Notice,
  ): Promise<void> => {
    setPending(true);
    setNotice(null);
    try {
      const { data, error } = await (await authClient()).updateUser(attributes);
      if (error) throw error;
      setNotice(toNotice(data.user));
    } catch (error) {
      setNotice(noticeOf(error, failure));
    } finally {
      setPending(false);
    }
  };
  return { isPending, notice, change };
}
