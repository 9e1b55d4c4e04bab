import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { PRODUCT } from '@selvedge/shared/platform/titles';
import type { Config } from '../../config.ts';
import { DEFAULT_SENDER } from '../../environment.ts';
import type { Logger } from '../observability/log.ts';
import type { LiveSettings } from '../settings/follow-settings.ts';
import type { RenderedMail } from './mailer.ts';

const TIMEOUT_MS = 20_000;

/** The identity of a mail, the same on every attempt. */
interface MailIdentity {
  id: string;
  createdAt: Date;
}

export interface MailTransport {
  /** Makes one attempt; resolves when the mail server has accepted the mail. @throws MailRefused */
  send(mail: RenderedMail, posted: MailIdentity): Promise<void>;
}

type Refusal = 'not now' | 'for good' | 'unreachable';

/** A mail server's reply may contain addresses, so the message includes only its code. */
export class MailRefused extends Error {
  /** Decides whether to retry this mail, and whether to try others now. */
  readonly refusal: Refusal;

  constructor(error: unknown) {
    const { responseCode, code } = error as { responseCode?: number; code?: string };
    super(`mail not accepted: ${responseCode ?? code ?? 'unknown'}`);
    this.name = 'MailRefused';
    // Any other reply, such as to a wrong password, concerns the server and not this mail.
    const isAboutMail = responseCode !== undefined && (code === 'EENVELOPE' || code === 'EMESSAGE');
    if (!isAboutMail) this.refusal = 'unreachable';
    else this.refusal = responseCode >= 500 ? 'for good' : 'not now';
  }
}

/** A mail in nodemailer's form. Receivers detect duplicates by its Message-ID. */
const messageOf = (
  { to, subject, text, html, unsubscribe, conversationId }: RenderedMail,
  { id }: MailIdentity,
  host: string,
) => ({
  ...{ to, subject, text, html },
  messageId: `<${id}@${host}>`,
  // The first mail of a thread, which was never sent.
  ...(conversationId && { references: `<conversation-${conversationId}@${host}>` }),
  headers: {
    // Otherwise out-of-office replies come back (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

/** The sender; without a name of its own it has the name of the instance, if that was given one. */
function senderOf(from: string, { name }: InstanceSettings) {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1];
  const hasOwnName = address !== undefined && from !== DEFAULT_SENDER;
  return name === PRODUCT || hasOwnName ? from : { name, address: address ?? from.trim() };
}

/** Loaded with the first mail, not at server start. Its transports keep no connection between mails. */
const loadNodemailer = async () => (await import('nodemailer')).createTransport;

/** Without an SMTP server, writes mail to the outbox folder. */
export function createMailTransport(
  { mail: { smtpUrl, from }, dataDir, publicUrl }: Pick<Config, 'mail' | 'dataDir' | 'publicUrl'>,
  log: Logger,
  settings: Pick<LiveSettings, 'current'>,
): MailTransport {
  const host = new URL(publicUrl).hostname;
  if (smtpUrl) {
    const timeouts = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    };
    return {
      async send(mail, posted) {
        const createTransport = await loadNodemailer();
        const transport = createTransport({ url: smtpUrl, ...timeouts });
        const sender = senderOf(from, settings.current());
        await transport
          .sendMail({ from: sender, ...messageOf(mail, posted, host) })
          .catch((error: unknown) => {
            throw new MailRefused(error);
          });
      },
    };
  }
  const folder = join(dataDir, 'outbox');
  return {
    async send(mail, posted) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const createTransport = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail({
        from: senderOf(from, settings.current()),
        ...messageOf(mail, posted, host),
      });
      const name = `${posted.createdAt.toISOString().replaceAll(':', '-')}-${posted.id}`;
      const draft = join(folder, `.${name}.draft`);
      // Renamed when complete, so that programs that watch the folder never see a partial mail.
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(folder, `${name}.eml`));
      log.info({ mail: `${name}.eml`, link: mail.link }, 'no mail server is set: mail written to the outbox');
    },
  };
}
