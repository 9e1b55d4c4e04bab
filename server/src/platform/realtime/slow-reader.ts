import type { EventEmitter } from 'node:events';
import type { Logger } from '../observability/log.ts';

const WAITING_PACKETS_MAX = 1_000;
const WAITING_BYTES_MAX = 1024 * 1024;

/** The parts of an Engine.IO connection over a WebSocket used here; its own types hide the socket beneath. */
export interface Connection extends EventEmitter {
  close(): void;
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket: { readonly bufferedAmount: number; terminate(): void } };
}

/**
 * Unread packets would pile up in memory until the heartbeat fails. A single packet, such as the sync after a
 * long absence, may have any size: the largest waiting packet does not count.
 */
export function disconnectWhenSlow(
  connection: Connection,
  log: Logger,
  onCut: () => void = () => undefined,
): void {
  /** Bytes in Engine.IO's own buffer; flushed bytes are in the socket's `bufferedAmount`. */
  let waiting = 0;
  let largest = 0;
  /** Packets go on arriving until the connection notices that its socket is gone. */
  let isCut = false;

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
    if (!isSlow || isCut) return;
    isCut = true;
    log.info(
      { packets: writeBuffer.length, bytes: before + size },
      'disconnected a socket that does not read',
    );
    onCut();
    // Not `close`: its frame would queue behind all unread packets.
    transport.socket.terminate();
  });
}
