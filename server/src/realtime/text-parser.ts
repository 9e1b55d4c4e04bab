import { Decoder, type Packet } from 'socket.io-parser';

/** Writes packets as Socket.IO's own encoder does, but without searching all of each packet for binary data first. */
class Encoder {
  encode({ type, nsp, id, data }: Packet): [string] {
    const space = nsp === '/' ? '' : `${nsp},`;
    return [`${type}${space}${id ?? ''}${data === undefined ? '' : JSON.stringify(data)}`];
  }
}

/** A Socket.IO parser for a server that sends no binary data. */
export const textParser = { Encoder, Decoder };
