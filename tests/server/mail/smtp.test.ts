import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../server/src/log.ts';
import { createMailer } from '../../../server/src/mail/create-mailer.ts';
import { recoveryMail } from '../../../server/src/mail/templates.ts';
import { startMailPeer } from '../../support/mail-peer.ts';
import { freePort } from '../../support/product.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startPeer(codes: number[] = [], port = 0) {
  const peer = await startMailPeer(codes, port);
  closing.push(peer.close);
  return peer;
}

function mailerTo(smtpUrl: string, waits: number[]) {
  const mail = { smtpUrl, from: 'Selvedge <no-reply@shop.example>' };
  const mailer = createMailer({ mail, dataDir: '' }, createLog('silent'), waits);
  closing.push(() => mailer.close());
  return mailer;
}

const mail = recoveryMail('ana@example.com', 'https://shop.example/auth/v1/verify?token=abc&type=recovery');

test('a mail arrives in two forms, with its one link', async () => {
  const peer = await startPeer();
  await mailerTo(peer.url, []).send(mail);
  const [arrived = ''] = peer.mails;
  expect(arrived).toContain('From: Selvedge <no-reply@shop.example>');
  expect(arrived).toContain('To: ana@example.com');
  expect(arrived).toContain('Subject: Reset your password');
  expect(arrived).toContain('Content-Type: text/plain');
  expect(arrived).toContain('Content-Type: text/html');
});

test('a mail that is refused for now is sent again until it is taken', async () => {
  const peer = await startPeer([451, 421]);
  await mailerTo(peer.url, [1, 1, 1]).send(mail);
  expect(peer.mails).toHaveLength(1);
});

test('a mail that is refused for good is not sent again, and the error names nobody', async () => {
  const peer = await startPeer([550]);
  const error = await mailerTo(peer.url, [1, 1]).send(mail).then(String, String);
  expect(error).toBe('Error: A mail was not taken: 550');
  expect(peer.mails).toHaveLength(0);
});

test('a mail waits for a server that is down', async () => {
  const port = await freePort();
  const sent = mailerTo(`smtp://127.0.0.1:${port}`, Array<number>(500).fill(20)).send(mail);
  const peer = await startPeer([], port);
  await sent;
  expect(peer.mails).toHaveLength(1);
});

test('a stopping server does not wait for a mail server that is down', async () => {
  const mailer = mailerTo(`smtp://127.0.0.1:${await freePort()}`, [3_600_000]);
  const sent = mailer.send(mail);
  mailer.close();
  await expect(sent).rejects.toThrow('A mail was not taken');
});
