interface Wire {
  cork(): void;
  uncork(): void;
}

/** The parts of an Engine.IO connection over a WebSocket used here; its own types hide all of them. */
export interface Flushing {
  flush(): void;
  readonly writeBuffer: readonly unknown[];
  /** `_socket` is null once the connection has closed. */
  readonly transport: { readonly socket: { readonly _socket: Wire | null } };
}

/** One write per event-loop tick: the system call costs more than encoding the packets. */
export function writeOncePerTick(connection: Flushing): void {
  const flush = connection.flush.bind(connection);
  let isDue = false;
  connection.flush = () => {
    if (isDue || connection.writeBuffer.length === 0) return;
    isDue = true;
    // Runs after the microtasks that send a commit's acks and effects.
    process.nextTick(() => {
      isDue = false;
      const { _socket: wire } = connection.transport.socket;
      wire?.cork();
      flush();
      wire?.uncork();
    });
  };
}

export function corkForTick(wire: Wire | null): void {
  wire?.cork();
  // Runs after the promises of the handshake.
  setImmediate(() => wire?.uncork());
}
