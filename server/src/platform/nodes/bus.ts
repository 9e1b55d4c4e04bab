/** Connects the nodes of an instance. Messages are best effort: the database is authoritative. */
export interface Bus {
  readonly id: string;
  /** Neither waits nor fails: a message that cannot be sent is lost, and receivers notice. */
  send(topic: string, payload: unknown): void;
  /** Receives messages of other nodes, in order per sender `node`. */
  on<P>(topic: string, listener: (payload: P, node: string) => void): void;
  /** Called when a node is first seen, or again after one of its messages was lost: request its state. */
  onMet(listener: (node: string) => void): void;
  /** Called when a message of another node was lost, without saying which. */
  onLost(listener: () => void): void;
  /** Called when a node has stopped. It `died` if it went silent without a goodbye. */
  onGone(listener: (node: string, died: boolean) => void): void;
  isUp(): boolean;
  /** @throws if messages of other nodes do not arrive. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export const singleNode: Bus = {
  id: 'alone',
  send: () => undefined,
  on: () => undefined,
  onMet: () => undefined,
  onLost: () => undefined,
  onGone: () => undefined,
  isUp: () => true,
  check: async () => undefined,
  close: async () => undefined,
};
