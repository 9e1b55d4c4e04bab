import type { TestMail } from '@selvedge/shared/instance/setup';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../platform/core/ctx.ts';
import { renderMail } from '../../platform/mail/mailer.ts';
import { testMail } from '../../platform/mail/templates.ts';
import { MailRefused } from '../../platform/mail/transport.ts';

/** Makes one attempt to send a mail to an admin, without the outbox, whose retries would hide a failure. */
export async function sendTestMail({ config, settings, transport }: Ctx, to: string): Promise<TestMail> {
  const { smtpUrl } = config.mail;
  const mail = renderMail(settings.current(), config.publicUrl, testMail(to, config.publicUrl));
  try {
    await transport.send(mail, { id: uuidv7(), createdAt: new Date() });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    const host = new URL(smtpUrl ?? config.publicUrl).hostname;
    const why =
      error.refusal === 'unreachable'
        ? `The mail server ${host} could not be reached, or rejects the sign-in. Check SMTP_URL.`
        : `The mail server ${host} did not accept the mail. Check MAIL_FROM and the address.`;
    return { isAccepted: false, text: `${why} (${error.message})` };
  }
  return smtpUrl
    ? {
        isAccepted: true,
        text: `The mail server accepted it. If it does not arrive at ${to}, look into the spam folder.`,
      }
    : {
        isAccepted: false,
        text: 'No mail server is set: the mail is in the folder outbox of the data folder. Set SMTP_URL, so that members get their mail.',
      };
}
