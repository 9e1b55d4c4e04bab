import { Decoder, type Packet } from 'socket.io-parser';

/** Writes packets as Socket.IO's own encoder does those without bytes; that one walks through all of a packet to look for some. */
class Encoder {
  encode({ type, nsp, id, data }: Packet): [string] {
    const space = nsp === '/' ? '' : `${nsp},`;
    return [`${type}${space}${id ?? ''}${data === undefined ? '' : JSON.stringify(data)}`];
  }
}

/** For a server that sends no bytes. */
export const textParser = { Encoder, Decoder };
