/** The TCP socket under a connection. */
interface Wire {
  cork(): void;
  uncork(): void;
}

/** The parts of an Engine.IO connection over a WebSocket that are used here; its own types hide all of them. */
export interface Flushing {
  /** Hands the buffered packets to the transport. */
  flush(): void;
  readonly writeBuffer: readonly unknown[];
  /** `_socket` is null once the connection has closed. */
  readonly transport: { readonly socket: { readonly _socket: Wire | null } };
}

/**
 * Coalesces all packets that a client gets in one turn of the event loop into one write: after a commit, these are the
 * acks of what was stored and the events about it. The system call costs more than making the packets.
 */
export function writeOncePerTurn(connection: Flushing): void {
  const flush = connection.flush.bind(connection);
  let isDue = false;
  connection.flush = () => {
    if (isDue || connection.writeBuffer.length === 0) return;
    isDue = true;
    // Runs after the microtasks in which a commit's acks and effects are sent.
    process.nextTick(() => {
      isDue = false;
      const { _socket: wire } = connection.transport.socket;
      wire?.cork();
      flush();
      wire?.uncork();
    });
  };
}

/** Coalesces the packets that the steps of a handshake send in this turn of the event loop into one write. */
export function holdForTurn(wire: Wire | null): void {
  wire?.cork();
  // Runs after the promises that those steps await.
  setImmediate(() => wire?.uncork());
}
