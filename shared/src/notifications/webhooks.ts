import * as z from 'zod';
import { Message } from '../conversations/conversations.ts';
import { Deal } from '../deals/deals.ts';
import { Listing } from '../items/listings.ts';
import { Wanted } from '../items/wanted.ts';
import { Id } from '../platform/id.ts';
import { OWN_EVENTS, WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events.ts';

const ADDRESS_MAX = 1_000;

const Gone = z.object({ id: Id });

/** The `data` of each type of event, as REST returns it. */
export const WEBHOOK_DATA = {
  'listing.created': Listing,
  'listing.updated': Listing,
  'listing.price_dropped': Listing,
  'listing.held': Listing,
  'listing.sold': Listing,
  'listing.removed': Gone,
  'wtb.created': Wanted,
  'wtb.updated': Wanted,
  'wtb.found': Wanted,
  'wtb.removed': Gone,
  'message.received': Message,
  'offer.made': Message,
  'offer.answered': Message,
  'deal.confirmed': Deal,
  'search.matched': z.object({ search: z.object({ id: Id, name: z.string() }), listing: Listing }),
  ping: Gone,
} as const satisfies Record<WebhookEvent, z.ZodType>;
const NO_ADDRESS = 'Enter an address that starts with https://';
const url = z
  .string()
  .trim()
  .max(ADDRESS_MAX, `An address can have up to ${ADDRESS_MAX.toLocaleString('en-US')} characters`)
  .refine((text) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text), NO_ADDRESS)
  .meta({ description: 'Where it is called: https, unless the operator allows a private network' });
const events = z
  .array(z.enum(OWN_EVENTS as [WebhookEvent, ...WebhookEvent[]], 'Choose events of the list'))
  .min(1, 'Choose an event')
  .max(OWN_EVENTS.length)
  .transform((all) => [...new Set(all)]);

export const NewWebhook = z.strictObject({
  url,
  events,
  isInstance: z
    .boolean()
    .default(false)
    .meta({ description: 'Of the instance, for admins: it is told of the public items of all members' }),
});
export type NewWebhook = z.output<typeof NewWebhook>;

export const ChangeWebhook = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  isOn: z.boolean().optional(),
});
export type ChangeWebhook = z.output<typeof ChangeWebhook>;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isInstance: z.boolean(),
  isOn: z.boolean(),
  offReason: z.enum(['gone', 'failing', 'member', 'access_ended']).nullable().meta({
    description:
      'Why it is off: it answered 410, it failed for five days, a member switched it off, or the access that it was added with has ended',
  }),
  failingSince: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookSecret = z.object({
  secret: z.string().meta({ description: '`whsec_…`, shown in this answer only' }),
});
export const CreatedWebhook = Webhook.extend(WebhookSecret.shape);
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const WebhookDelivery = z.object({
  id: Id.meta({ description: 'The `webhook-id`, the same for each attempt' }),
  type: z.enum(WEBHOOK_EVENTS),
  state: z
    .enum(['waiting', 'delivered', 'failed', 'skipped'])
    .meta({ description: '`skipped`: the owner could no longer read what it is about' }),
  createdAt: z.iso.datetime(),
  attempts: z.int(),
  attemptedAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
  status: z.int().nullable().meta({ description: 'Of the last answer' }),
  error: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const OneWebhookDelivery = WebhookDelivery.extend({
  body: z.string().nullable().meta({
    description: 'As it would be sent now: bodies are not stored. null when the owner can no longer read it',
  }),
});
export type OneWebhookDelivery = z.infer<typeof OneWebhookDelivery>;

export const ResendRange = z
  .strictObject({ from: z.iso.datetime(), to: z.iso.datetime() })
  .refine(({ from, to }) => from < to, 'The range must end after it begins');
export type ResendRange = z.output<typeof ResendRange>;
export const Resent = z.object({ count: z.int() });
