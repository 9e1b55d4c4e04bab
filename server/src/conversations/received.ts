import { type Ctx, perProduct } from '../platform/core/ctx.ts';

export interface Received {
  /** The recipient. */
  memberId: string;
  conversationId: string;
  seq: number;
}
type OnReceived = (received: Received) => Promise<void>;

const receivers = perProduct(() => new Set<OnReceived>());

/** Calls `listener` after the commit of each message, for its recipient. */
export function onReceived(ctx: Ctx, listener: OnReceived): void {
  receivers(ctx).add(listener);
}

export async function emitReceived(ctx: Ctx, received: Received): Promise<void> {
  await Promise.all([...receivers(ctx)].map((listener) => listener(received)));
}
