import * as z from 'zod';

/** The kind of messages, beside the kinds of notices. */
export const MESSAGES = 'message';

/** How a member wants to be notified while they are away, by kind. */
export const NotificationSettings = z.array(
  z.object({
    kind: z.string(),
    label: z.string(),
    help: z.string().meta({ description: 'What it means, or empty' }),
    push: z.boolean().meta({ description: 'In every subscribed browser' }),
    mail: z.union([z.boolean(), z.literal('always')]),
  }),
);
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const ChangeNotification = z.strictObject({
  kind: z.string().regex(/^[a-z-]{1,50}$/),
  by: z.enum(['push', 'mail']),
  isOn: z.boolean(),
});
export type ChangeNotification = z.infer<typeof ChangeNotification>;

/** The most push subscriptions of one member; one more replaces the oldest. */
export const PUSH_BROWSERS_MAX = 10;
const ENDPOINT_MAX = 1_000;

const endpoint = z.url({ protocol: /^https$/ }).max(ENDPOINT_MAX);
const bytes = (length: number) => {
  const characters = Math.ceil((length * 4) / 3);
  return z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}={0,2}$`), `Must be ${length} bytes in base64url`);
};

/** A browser's own subscription, as `PushSubscription.toJSON()` returns it. */
export const SubscribeToPush = z.strictObject({
  endpoint,
  /** Sent by browsers but not stored: a push to an expired subscription fails, which removes it. */
  expirationTime: z.number().nullish(),
  keys: z.object({
    p256dh: bytes(65).meta({ description: 'The public key for encrypting pushes' }),
    auth: bytes(16),
  }),
});
export type SubscribeToPush = z.infer<typeof SubscribeToPush>;

export const UnsubscribeFromPush = z.strictObject({ endpoint });
export const PushKey = z.object({ key: z.string().meta({ description: 'Public VAPID key, base64url' }) });
export type PushKey = z.infer<typeof PushKey>;
