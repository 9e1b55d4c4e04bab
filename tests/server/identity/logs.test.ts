import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { startMailPeer } from '../../support/peers/mail-peer.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { openWorld } from '../../support/world.ts';

test('logs contain no token, code or password', { tags: ['log-redaction'] }, async () => {
  const peer = await startMailPeer();
  onTestFinished(peer.close);
  let logged = '';
  const log = createLog('debug', {
    write: (line: string) => {
      logged += line;
    },
  });
  const server = await openWorld({ env: { SMTP_URL: peer.url }, log });
  const email = 'quiet@example.com';
  const auth = server.client();
  await auth.signUp({ email, password: PASSWORD });
  await expect.poll(() => peer.mails.length).toBe(1);
  const token = peer.linkToken(0);
  await server.call('GET', `/auth/v1/verify?token=${token}&type=signup`);
  const { data } = await auth.verifyOtp({ token_hash: token, type: 'signup' });
  const { data: refreshed } = await auth.refreshSession();
  await auth.signInWithPassword({ email, password: 'a wrong password' });
  await server.call('GET', '/api/auth/user', { headers: { authorization: 'Bearer a.forged.token' } });
  await server.call('POST', '/auth/v1/token?grant_type=refresh_token', {
    json: { refresh_token: 'a-forged-one' },
  });
  await auth.resetPasswordForEmail(email);
  await expect.poll(() => peer.mails.length).toBe(2);
  expect(logged).toContain('/auth/v1/verify');
  const secrets = [
    token,
    peer.linkToken(1),
    PASSWORD,
    'a wrong password',
    'a.forged.token',
    'a-forged-one',
    email,
  ];
  for (const session of [data.session, refreshed.session]) {
    secrets.push(session?.access_token ?? 'missing', session?.refresh_token ?? 'missing');
  }
  for (const secret of secrets) expect(logged).not.toContain(secret);
});
