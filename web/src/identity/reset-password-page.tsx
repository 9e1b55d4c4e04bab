import { MailForm } from './mail-form.tsx';
import { authClient } from './session.ts';

/** For people who forgot their password; the link in the mail leads to a page of the provider. */
export default function ResetPasswordPage() {
  return (
    <MailForm
      heading="Reset your password"
      text="Tell us your e-mail address, and we send you a link to choose a new password."
      submit="Send Link"
      sent="If an account has this address, a link is on its way. It works once, for an hour."
      ask={async (email) => (await authClient()).resetPasswordForEmail(email)}
    />
  );
}
