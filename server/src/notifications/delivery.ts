import { createMailTokens } from '../members/public.ts';
import { type Ctx, perProduct } from '../platform/core/ctx.ts';
import { createPushService, pushServicesAnd } from '../platform/push/push-service.ts';

/** In milliseconds. */
interface NotificationTimes {
  /** How long a message may stay unread before its recipient is notified outside the product. */
  away: number;
  /** The interval between searches for messages that have waited that long. */
  interval: number;
}

const TIMES: NotificationTimes = { away: 120_000, interval: 10_000 };

export const timesOf = ({ edges }: Ctx): NotificationTimes => edges.times?.messages ?? TIMES;

export const pushServiceOf = perProduct(({ config, deriveKey, edges, metrics }) => {
  const network = edges.pushNetwork ?? pushServicesAnd(config.pushHosts);
  const push = createPushService((salt) => deriveKey('push', salt), config.securityContact, network);
  return metrics.ofPushes(push);
});

/** For the links that switch mails about messages off. */
export const mailTokensOf = perProduct((ctx) => createMailTokens(ctx.deriveKey('message mail links')));
