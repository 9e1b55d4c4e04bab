/** How the nodes of one instance tell each other things. Whatever is told is a hint: the truth is in the database. */
export interface Bus {
  /** The id of this node. */
  readonly id: string;
  /** Tells every other node. It neither waits nor fails: a letter that cannot be sent is lost, and receivers notice. */
  send(topic: string, payload: unknown): void;
  /** Hears what other nodes tell, in the order in which each told it. `node` is the sender. */
  on<P>(topic: string, listener: (payload: P, node: string) => void): void;
  /** A node is heard for the first time, or again after a letter of it was lost: its state has to be asked for. */
  onMet(listener: (node: string) => void): void;
  /** A letter of another node was lost on its way here; nobody knows which. */
  onLost(listener: () => void): void;
  /** A node has stopped. It `died` when it fell silent without a goodbye. */
  onGone(listener: (node: string, died: boolean) => void): void;
  /** Whether the other nodes can be heard at present. */
  isUp(): boolean;
  /** @throws when the other nodes cannot be heard. */
  check(): Promise<void>;
  /** Says goodbye to the others. */
  close(): Promise<void>;
}

/** The bus of an instance that is a single process. */
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
