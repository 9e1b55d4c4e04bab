import { useStore } from 'zustand';
import { recovery } from '../lib/session/recovery.ts';
import { authClient } from '../lib/session/session.ts';
import { useSession } from '../lib/session/use-session.ts';
import { Loading } from '../ui/loading.tsx';
import { MailForm } from './mail-form.tsx';
import { NewPassword } from './new-password.tsx';

/**
 * For members who forgot their password. The mailed link leads to a page of the embedded provider; a hosted
 * one signs the member in and redirects back here for the new password.
 */
export default function ResetPasswordPage() {
  const { status } = useSession();
  const isPending = useStore(recovery, (state) => state.isPending);
  if (status === 'loading') return <Loading />;
  if (isPending && status === 'signed-in') return <NewPassword />;
  return (
    <MailForm
      heading="Reset your password"
      text="Enter your e-mail and we'll send you a link."
      submit="Send Link"
      sent="If there is an account with this address, a link is on its way. It works once and expires in an hour."
      requestMail={async (email) => {
        const redirectTo = `${location.origin}/reset-password`;
        return (await authClient()).resetPasswordForEmail(email, { redirectTo });
      }}
    />
  );
}
