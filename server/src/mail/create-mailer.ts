import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Waits before further tries, in milliseconds: greylisting servers take a mail after some minutes. */
const RETRY_AFTER_MS: readonly number[] = [2_000, 15_000, 60_000, 300_000, 600_000];
const TIMEOUT_MS = 20_000;

/** A mail as the library takes it. */
const messageOf = ({ to, subject, text, html, unsubscribe }: Mail) => ({
  ...{ to, subject, text, html },
  ...(unsubscribe && {
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
});

/** Writes mails to a folder, for people who have no mail server yet. */
function createOutbox(dir: string, from: string, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail: Mail) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const { message } = await transport.sendMail({ from, ...messageOf(mail) });
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
    close: () => undefined,
  };
}

/** What a mail server or the way there said no with. Its text may hold addresses, so only the codes are told. */
function describe(error: unknown): { code: string; isForGood: boolean } {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  const isRefused = responseCode !== undefined && responseCode >= 500;
  return { code: String(responseCode ?? code ?? 'unknown'), isForGood: isRefused || code === 'EAUTH' };
}

function createSmtp(url: string, from: string, log: Logger, waits: readonly number[]): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts }, { from });
  const closing = new AbortController();
  return {
    async send(mail) {
      for (let tries = 0; ; tries += 1) {
        try {
          await transport.sendMail(messageOf(mail));
          return;
        } catch (error) {
          const { code, isForGood } = describe(error);
          const wait = waits[tries];
          if (isForGood || wait === undefined || closing.signal.aborted) {
            throw new Error(`A mail was not taken: ${code}`);
          }
          log.warn({ code, retryInMs: wait }, 'a mail was not taken yet');
          await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
          if (closing.signal.aborted) throw new Error(`A mail was not taken: ${code}`);
        }
      }
    },
    close: () => closing.abort(),
  };
}

/**
 * Sends through SMTP where that is set, and tries again what was refused for now; else writes into the outbox folder.
 * @param waits before each further try, in milliseconds
 */
export function createMailer(
  { mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>,
  log: Logger,
  waits = RETRY_AFTER_MS,
): Mailer {
  if (!mail.smtpUrl) return createOutbox(join(dataDir, 'outbox'), mail.from, log);
  return createSmtp(mail.smtpUrl, mail.from, log, waits);
}
