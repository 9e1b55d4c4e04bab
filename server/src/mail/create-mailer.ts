import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Writes mails to a folder, for people who have no mail server yet. */
function createOutbox(dir: string, from: string, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail: Mail) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const { message } = await transport.sendMail({ from, ...mail });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
      const draft = join(dir, `.${name}.draft`);
      // Whoever watches the folder sees whole mails only.
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(dir, `${name}.eml`));
      log.info(
        { mail: `${name}.eml`, link: mail.link },
        'no mail server is set: a mail was written to the outbox',
      );
    },
  };
}

/** Sends through SMTP where that is set, else into the outbox folder. */
export function createMailer({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>, log: Logger): Mailer {
  if (!mail.smtpUrl) return createOutbox(join(dataDir, 'outbox'), mail.from, log);
  const transport = createTransport(mail.smtpUrl, { from: mail.from });
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ to, subject, text, html });
    },
  };
}
