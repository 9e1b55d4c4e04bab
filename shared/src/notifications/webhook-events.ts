import type { Scope } from '../platform/scope.ts';

export const WEBHOOKS_MAX = 10;
/** How many deliveries the list shows. */
export const DELIVERIES_SHOWN = 50;
/** How long deliveries are stored, and can be sent again. */
export const DELIVERY_DAYS = 7;
/** How many deliveries of a range of time are sent again at once. */
export const RESENT_MAX = 1_000;
/** A webhook that fails for so long is switched off. */
export const FAILING_DAYS = 5;
/** How long the previous secret signs beside a new one. */
export const OLD_SECRET_HOURS = 24;

export const WEBHOOK_EVENTS = [
  'listing.created',
  'listing.updated',
  'listing.price_dropped',
  'listing.held',
  'listing.sold',
  'listing.removed',
  'wtb.created',
  'wtb.updated',
  'wtb.found',
  'wtb.removed',
  'message.received',
  'offer.made',
  'offer.answered',
  'deal.confirmed',
  'search.matched',
  'ping',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The events of what everyone sees; the others are a member's own. */
export const PUBLIC_EVENTS: readonly WebhookEvent[] = WEBHOOK_EVENTS.filter((type) =>
  /^(listing|wtb)\./.test(type),
);
/** The scope that a key needs besides `webhooks` to receive an event. */
export function scopeOfEvent(type: WebhookEvent): Scope | null {
  if (/^(message|offer|deal)\./.test(type)) return 'chat';
  return type === 'search.matched' ? 'read' : null;
}
/** The events that a webhook chooses from: a ping always arrives. */
export const OWN_EVENTS: readonly WebhookEvent[] = WEBHOOK_EVENTS.filter((type) => type !== 'ping');
