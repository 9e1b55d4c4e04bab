import type { EventEmitter } from 'node:events';
import type { Logger } from './log.ts';

const WAITING_PACKETS_MAX = 1_000;
const WAITING_BYTES_MAX = 1024 * 1024;

/** What this needs of a connection of Engine.IO over a WebSocket, whose own types hide the socket below. */
export interface Connection extends EventEmitter {
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket: { readonly bufferedAmount: number; terminate(): void } };
}

/**
 * Cuts a connection whose client does not read what it is told: that would pile up here until the heartbeat fails. Its
 * client comes back by itself and asks what it missed. One packet, such as the answer to a long absence, may be as
 * large as it is: only what waits beside the largest counts.
 */
export function cutWhenSlow(connection: Connection, log: Logger, onCut: () => void = () => undefined): void {
  /** In Engine.IO's own buffer; what it has handed on waits in the socket. */
  let waiting = 0;
  let largest = 0;

  connection.on('flush', () => {
    waiting = 0;
  });
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    const { writeBuffer, transport } = connection;
    const before = waiting + transport.socket.bufferedAmount;
    const size = data?.length ?? 0;
    largest = before === 0 ? size : Math.max(largest, size);
    waiting += size;
    const isSlow = writeBuffer.length >= WAITING_PACKETS_MAX || before + size - largest > WAITING_BYTES_MAX;
    if (!isSlow) return;
    log.info({ packets: writeBuffer.length, bytes: before + size }, 'a socket that does not read was cut');
    onCut();
    // A farewell would wait behind all that it has not read.
    transport.socket.terminate();
  });
}
