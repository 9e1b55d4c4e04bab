import { perProduct } from '../platform/core/ctx.ts';
import type { ConversationContext } from './context.ts';
import { createConversationContext } from './create-context.ts';
import { liveOf } from './live.ts';

type OnReceived = ConversationContext['notifyAway'];

const receivers = perProduct(() => new Set<OnReceived>());

/** Calls `listener` after the commit of each message, for its recipient. */
export function onReceived(ctx: Parameters<typeof receivers>[0], listener: OnReceived): void {
  receivers(ctx).add(listener);
}

export const conversationsOf = perProduct((ctx) => {
  const { db, log, publish, media, config, limits, metrics } = ctx;
  return createConversationContext(db, publish, {
    images: media.chatImages,
    limitsNewcomers: config.rateLimits,
    countStart: (personId) => limits.take('newConversation', personId),
    delivered: metrics.instrumentation.delivered,
    announceUnread: liveOf(ctx).announceUnread,
    batchFailed: (error, messages) => {
      log.error({ err: error, messages }, 'a batch of messages failed; sending each singly');
    },
    async notifyAway(unread) {
      await Promise.all([...receivers(ctx)].map((listener) => listener(unread)));
    },
  });
});
