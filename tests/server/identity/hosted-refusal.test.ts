import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createRemote } from '../../../server/src/identity/hosted/remote.ts';

test.each([
  [{ code: 'weak_password', message: 'Password is too weak' }, 'Password is too weak'],
  [{ code: 'signup_disabled', message: '' }, 'Signup failed'],
  [{ code: 'signup_disabled' }, 'Signup failed'],
])('a refused sign-up with %j reads "%s"', async (body, message) => {
  const provider = createServer((_, response) => {
    response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void provider.close());
  const { port } = provider.address() as AddressInfo;
  const remote = createRemote({ url: `http://127.0.0.1:${port}`, key: 'a-public-key-of-the-provider' });
  await expect(
    remote.signUp('ana@example.com', 'raw denim, soaked once', 'https://shop.example/login'),
  ).rejects.toThrow(message);
});
