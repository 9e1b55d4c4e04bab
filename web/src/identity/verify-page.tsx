import { authClient } from '../lib/session/session.ts';
import { MailForm } from './mail-form.tsx';
import { RESENT } from './notice.tsx';
import { confirmedAddress } from './sign-up.ts';

/** For visitors who signed up but lost the mail, or opened its link too late. */
export default function VerifyPage() {
  return (
    <MailForm
      heading="Confirm your e-mail"
      text="The link we sent when you signed up works for an hour. You can get another one here."
      submit="Send the E-mail Again"
      sent={RESENT}
      requestMail={async (email) => {
        const options = { emailRedirectTo: confirmedAddress('/') };
        return (await authClient()).resend({ type: 'signup', email, options });
      }}
    />
  );
}
