/** How the nodes of one instance hear of each other. What is told is a hint: the truth is in the database. */
export interface Bus {
  /** This node. */
  readonly id: string;
  /** Tells every other node. It neither waits nor fails; what cannot be told is lost, and that is noticed. */
  tell(topic: string, payload: unknown): void;
  /** Hears what other nodes tell, in the order in which each told it. `node` is whose word it is. */
  hear<P>(topic: string, listener: (payload: P, node: string) => void): void;
  /** A node is heard for the first time, or after something that it told was lost: its state has to be asked for. */
  onMet(listener: (node: string) => void): void;
  /** Something that was told has not been heard here; nobody knows what. */
  onLost(listener: () => void): void;
  /** A node has stopped; when it `died`, nobody has heard of it for a while. */
  onGone(listener: (node: string, died: boolean) => void): void;
  /** Whether the other nodes can be heard at present. */
  isUp(): boolean;
  /** @throws when they cannot. */
  check(): Promise<void>;
  /** Says goodbye to the others. */
  close(): Promise<void>;
}

/** Of an instance that is one process. */
export const alone: Bus = {
  id: 'alone',
  tell: () => undefined,
  hear: () => undefined,
  onMet: () => undefined,
  onLost: () => undefined,
  onGone: () => undefined,
  isUp: () => true,
  check: async () => undefined,
  close: async () => undefined,
};
