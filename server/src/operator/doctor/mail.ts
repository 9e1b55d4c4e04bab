import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { isLoopbackHost } from '../../core/ip-address.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const TIMEOUT_MS = 8_000;

/** Connects, greets, encrypts and signs in, without sending a mail. @throws the mail server's refusal */
async function greet(url: string, requireTLS: boolean): Promise<void> {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, requireTLS, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function refusal(error: unknown, host: string): Finding {
  const reason = reasonOf(error);
  if (reason === 'EAUTH') {
    return fail('mail', `${host} does not take the sign-in.`, 'Correct user and password in SMTP_URL.');
  }
  if (reason === 'ETLS') {
    return fail('mail', `${host} does not encrypt as asked.`, 'Is its certificate good? Is the port right?');
  }
  return fail(
    'mail',
    `${host} is not reached: ${reason}.`,
    'Correct host and port in SMTP_URL; many hosts let no mail out on port 25: try 587 or 465.',
  );
}

/** Checks whether mails can be sent. */
export async function checkMail({
  mail: { smtpUrl, from },
  publicUrl,
}: Pick<Config, 'mail' | 'publicUrl'>): Promise<Finding> {
  if (smtpUrl === undefined) {
    return isLoopbackHost(new URL(publicUrl).hostname)
      ? ok('mail', 'No mail server is set; mails lie in the outbox folder.')
      : warn(
          'mail',
          'No mail server is set: nobody gets the mail that confirms their address.',
          'Set SMTP_URL.',
        );
  }
  const { host, protocol } = new URL(smtpUrl);
  const isNear = isLoopbackHost(new URL(smtpUrl).hostname);
  const isPlainAllowed = protocol === 'smtp:' && isNear;
  try {
    await greet(smtpUrl, !isPlainAllowed && protocol === 'smtp:');
  } catch (error) {
    const refused = refusal(error, host);
    if (protocol !== 'smtp:' || reasonOf(error) !== 'ETLS') return refused;
    return greet(smtpUrl, false).then(
      () =>
        warn('mail', `${host} takes mails, but not encrypted.`, 'Take a server with STARTTLS, or smtps://.'),
      () => refused,
    );
  }
  if (/@localhost\b/.test(from)) {
    return warn(
      'mail',
      `Mails come from ${from}.`,
      'Set MAIL_FROM to an address that the mail server may use.',
    );
  }
  return ok('mail', `${host} takes mails.`);
}
