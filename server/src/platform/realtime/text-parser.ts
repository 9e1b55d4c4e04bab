import { Decoder, type Packet } from 'socket.io-parser';

/** Encodes packets like Socket.IO's own encoder, but without first searching each packet for binary data. */
class Encoder {
  encode({ type, nsp, id, data }: Packet): [string] {
    const space = nsp === '/' ? '' : `${nsp},`;
    return [`${type}${space}${id ?? ''}${data === undefined ? '' : JSON.stringify(data)}`];
  }
}

/** Ends the connection of a client that sends a packet for any namespace but `/`. */
class OwnDecoder extends Decoder {
  override add(packet: unknown): void {
    // The type takes one digit, and a namespace other than `/` follows with its slash (socket.io-protocol 5).
    if (typeof packet === 'string' && packet[1] === '/') throw new Error('unknown namespace');
    super.add(packet);
  }
}

/** A Socket.IO parser for a server with one namespace that sends no binary data. */
export const textParser = { Encoder, Decoder: OwnDecoder };
