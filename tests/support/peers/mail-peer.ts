import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * A mail server on loopback that answers the first recipients with these codes, or not at all, and accepts
 * all later ones.
 */
export async function startMailPeer(codes: (number | 'silence')[] = [], port = 0) {
  const mails: string[] = [];
  let silences = 0;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    // Clients waiting for a missing reply must not delay closing.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const code = codes.shift();
      if (code === 'silence') {
        silences += 1;
        return;
      }
      done(code ? Object.assign(new Error('not now'), { responseCode: code }) : null);
    },
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        mails.push(text.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
        done();
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  // A client that disconnects midway is not a server error.
  server.on('error', () => undefined);
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    /** How many recipients got no response. */
    silences: () => silences,
    linkToken(i: number): string {
      const token = /verify\?token=([\w-]+)/.exec(mails[i] ?? '')?.[1];
      if (!token) throw new Error('the mail has no link');
      return token;
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
