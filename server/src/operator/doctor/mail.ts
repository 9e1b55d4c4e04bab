import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { isLoopbackHost } from '../../platform/core/ip-address.ts';
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
    return fail('mail', `${host} rejects the sign-in.`, 'Correct the user and password in SMTP_URL.');
  }
  if (reason === 'ETLS') {
    return fail('mail', `${host} does not encrypt as requested.`, 'Check its certificate and the port.');
  }
  return fail(
    'mail',
    `${host} cannot be reached: ${reason}.`,
    'Correct the host and port in SMTP_URL; many providers block port 25: try 587 or 465.',
  );
}

/** Checks whether mail can be sent. */
export async function checkMail({ mail: { smtpUrl, from } }: Pick<Config, 'mail'>): Promise<Finding> {
  if (smtpUrl === undefined) {
    return warn(
      'mail',
      'No mail server is set: mail is only written to the folder outbox, and members get none.',
      'Set SMTP_URL.',
    );
  }
  const { host, protocol } = new URL(smtpUrl);
  const isLocal = isLoopbackHost(new URL(smtpUrl).hostname);
  const isPlainAllowed = protocol === 'smtp:' && isLocal;
  try {
    await greet(smtpUrl, !isPlainAllowed && protocol === 'smtp:');
  } catch (error) {
    const refused = refusal(error, host);
    if (protocol !== 'smtp:' || reasonOf(error) !== 'ETLS') return refused;
    return greet(smtpUrl, false).then(
      () =>
        warn(
          'mail',
          `${host} accepts mail, but only unencrypted.`,
          'Use a server with STARTTLS, or smtps://.',
        ),
      () => refused,
    );
  }
  if (/@localhost\b/.test(from)) {
    return warn(
      'mail',
      `The sender is ${from}.`,
      'Set MAIL_FROM to an address that the mail server may use.',
    );
  }
  return ok('mail', `${host} accepts mail.`);
}
