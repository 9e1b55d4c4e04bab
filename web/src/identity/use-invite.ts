import { INVITE_PARAM } from '@selvedge/shared/instance/invite-texts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { apiSend, messageOf } from '../lib/api.ts';
import { instance } from '../lib/instance.ts';
import { forgetInvite, storedInvite, storeInvite } from '../lib/session/invite.ts';
import { bad, type Notice } from './notice.tsx';

const UNCHECKED = 'This invitation could not be checked. Please try again.';

/**
 * Takes the invitation out of the address, and checks it.
 * @param onInvite called once a link's invitation opens sign-up, with the notice if it admits no one
 * @returns whether this tab may sign up
 */
export function useInvite(onInvite: (refusal: Notice | null) => void): boolean {
  const [params, setParams] = useSearchParams();
  const [isInvited, setInvited] = useState(() => storedInvite() !== null);
  useEffect(() => {
    if (!storeInvite(params)) return;
    const rest = new URLSearchParams(params);
    rest.delete(INVITE_PARAM);
    setParams(rest, { replace: true });
    if (instance.signUp !== 'invite') {
      if (instance.signUp === 'open') onInvite(null);
      return;
    }
    void apiSend('POST', '/api/auth/invite', { invite: storedInvite() }).then(
      () => {
        setInvited(true);
        onInvite(null);
      },
      (error: unknown) => {
        forgetInvite();
        setInvited(false);
        onInvite(bad(messageOf(error, UNCHECKED)));
      },
    );
  }, [params, setParams, onInvite]);
  return instance.signUp === 'open' || (instance.signUp === 'invite' && isInvited);
}
