import { authClient } from '../session/session.ts';
import { MailForm } from './mail-form.tsx';
import { RESENT } from './notice.tsx';

/** For people who have signed up and lost the mail, or came too late for its link. */
export default function VerifyPage() {
  return (
    <MailForm
      heading="Confirm your e-mail"
      text="The link we sent when you signed up works for an hour. You can get another one here."
      submit="Send the E-mail Again"
      sent={RESENT}
      ask={async (email) => (await authClient()).resend({ type: 'signup', email })}
    />
  );
}
