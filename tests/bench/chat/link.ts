import WebSocket from 'ws';

/**
 * Reads a field of the first message in a packet. Parsing whole packets would cost the load more CPU than the
 * server.
 */
const field = (packet: string, name: string): string => {
  const from = packet.indexOf(`"${name}":"`) + name.length + 4;
  return packet.slice(from, packet.indexOf('"', from));
};

interface LinkEvents {
  /** A message from either participant has arrived. */
  arrived(clientId: string, content: () => string): void;
  /** An ack has arrived: `isStored` when the message was stored, otherwise `answer` holds the error. */
  acked(clientId: string, isStored: boolean, answer: () => string): void;
}

/** One signed-in socket that speaks Socket.IO over a bare WebSocket, with as little overhead as possible. */
export async function openLink(url: string, token: string, events: LinkEvents) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  const pending = new Map<string, string>();
  let acks = 0;
  await new Promise<void>((resolve, reject) => {
    ws.once('error', reject);
    ws.once('close', () => reject(new Error('a socket was closed before it was signed in')));
    ws.on('message', (data: Buffer) => {
      const packet = data.toString();
      if (packet.startsWith('42["message:new"')) {
        events.arrived(field(packet, 'clientId'), () => field(packet, 'content'));
      } else if (packet.startsWith('43')) {
        const id = packet.slice(2, packet.indexOf('['));
        const clientId = pending.get(id) ?? '';
        pending.delete(id);
        events.acked(clientId, packet.includes('"ok":true'), () => packet.slice(packet.indexOf('[')));
      } else if (packet === '2') ws.send('3');
      else if (packet.startsWith('40')) resolve();
      else if (packet.startsWith('44')) reject(new Error(packet));
      else if (packet.startsWith('0')) ws.send(`40${JSON.stringify({ token })}`);
    });
  });
  return {
    send(clientId: string, conversationId: string, content: string): void {
      acks += 1;
      pending.set(String(acks), clientId);
      const message = { clientId, conversationId, type: 'text', content };
      ws.send(`42${acks}${JSON.stringify(['message:send', message])}`);
    },
    close: () => ws.terminate(),
  };
}
export type Link = Awaited<ReturnType<typeof openLink>>;
