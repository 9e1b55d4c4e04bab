/** The connection that all goes out by; there is none any more once it has closed. */
interface Wire {
  cork(): void;
  uncork(): void;
}

/** What this needs of a connection of Engine.IO over a WebSocket, whose own types hide all of it. */
export interface Flushing {
  /** Hands what waits to the transport. */
  flush(): void;
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket: { readonly _socket: Wire | null } };
}

/**
 * Has all that one turn of the event loop tells a client leave in one write: after a commit that is the acks of what was
 * stored and the news of it. A write to the system costs more than making what it carries.
 */
export function writeOncePerTurn(connection: Flushing): void {
  const flush = connection.flush.bind(connection);
  let isDue = false;
  connection.flush = () => {
    if (isDue || connection.writeBuffer.length === 0) return;
    isDue = true;
    // Behind the microtasks, in which a commit's answers and effects run.
    process.nextTick(() => {
      isDue = false;
      const { _socket: wire } = connection.transport.socket;
      wire?.cork();
      flush();
      wire?.uncork();
    });
  };
}

/** Has all that the steps of a handshake say within this turn of the event loop leave in one write. */
export function holdForTurn(wire: Wire | null): void {
  wire?.cork();
  // Behind the promises that the steps wait for.
  setImmediate(() => wire?.uncork());
}
