import { Decoder, type Packet } from 'socket.io-parser';

/** Encodes packets like Socket.IO's own encoder, but without first searching each packet for binary data. */
class Encoder {
  encode({ type, nsp, id, data }: Packet): [string] {
    const space = nsp === '/' ? '' : `${nsp},`;
    return [`${type}${space}${id ?? ''}${data === undefined ? '' : JSON.stringify(data)}`];
  }
}

/** A Socket.IO parser for a server that sends no binary data. */
export const textParser = { Encoder, Decoder };
