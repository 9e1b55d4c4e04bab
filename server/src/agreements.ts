import type { Message } from '@selvedge/shared/conversations';
import { updateBlockedOfListing, updateBlockedOfWanted } from './conversations/blocked/update-blocked.ts';
import type { ConversationContext } from './conversations/context.ts';
import type { OnChange, Tx } from './db/database.ts';
import {
  endDealIfOnSale,
  endProposed,
  endProposedOf,
  endSeparatedDeals,
  expireProposed,
  questionRemoved,
} from './deals/end-proposed.ts';
import { endAllHolds, endSeparatedHolds, expireHolds } from './holds/expire-holds.ts';
import { endHoldIfGone, endHoldsBetween, endHoldsOf } from './holds/follow-changes.ts';
import type { HoldContext } from './holds/free-listing.ts';
import { type NotifyOfListing, notifyFreed } from './holds/notify-freed.ts';
import type { LiveSettings } from './instance/follow-settings.ts';
import { repeat } from './jobs/repeat.ts';
import type { Matcher } from './matching/matching.ts';
import type { Instrumentation } from './observability/instrumentation.ts';
import type { Logger } from './observability/log.ts';
import type { OfferContext } from './offers/context.ts';
import { endOffer } from './offers/end-offer.ts';
import { endSeparatedOffers, expireOffers } from './offers/expire-offers.ts';
import { endOffersOf, listingChanged, messageRemoved, wantedChanged } from './offers/follow-changes.ts';
import { lockVouchingBetween } from './vouches/lock-between.ts';

/** How soon what has expired ends. */
const EXPIRE_MS = 5_000;
const SEPARATED_MS = 60_000;
/** How soon holds end once they are switched off. */
const SWITCHED_OFF_MS = 1_000;

interface AgreementParts {
  conversations: ConversationContext;
  matching: Pick<Matcher, 'listingChanged' | 'wantedChanged'>;
  settings: Pick<LiveSettings, 'current' | 'isOn' | 'currency' | 'timeZone'>;
  instrumentation: Pick<Instrumentation, 'offerEnded' | 'holdEnded'>;
}

/** What offers, holds and deals need of the rest of the product, and what it needs of them. */
export interface Agreements {
  offers: OfferContext;
  holds: HoldContext;
  /** Hooks for every transaction that stores or changes an item. */
  listingChanged: OnChange;
  wantedChanged: OnChange;
  /** Ends what is pending between two members, of whom one has blocked the other, and waits for what they are writing. */
  endBetween(tx: Tx, one: string, other: string): Promise<void>;
  /** Ends what is pending of a member whose account is suspended or deleted. */
  endAllOf(tx: Tx, personId: string): Promise<void>;
  /** Withdraws the offer, or ends the question about a deal, of a message that its sender unsends. */
  messageUnsent(tx: Tx, message: Message): Promise<void>;
  /** Ends the open offer, or the proposed deal, of a message that an admin removes. */
  messageRemoved: OnChange;
  /** Ends what has expired, and notifies the lines, every few seconds. @returns a function that stops it */
  startExpiring(log: Logger, notify: NotifyOfListing): () => Promise<void>;
}

/** Composes offers, holds and deals with the items and conversations that they are about. */
export function createAgreements({
  conversations,
  matching,
  settings,
  instrumentation,
}: AgreementParts): Agreements {
  const { db, publish } = conversations;
  const { isOn, currency, timeZone } = settings;
  // Item first, then conversation: the order of every lock on both.
  const onListing: OnChange = async (tx, id) => {
    await endHoldIfGone(holds, tx, id);
    await endDealIfOnSale(conversations, tx, id);
    await listingChanged(offers, tx, id);
    await matching.listingChanged(tx, id);
    await updateBlockedOfListing(conversations, tx, id);
  };
  const trading = { publish, onChange: onListing, features: () => settings.current().features };
  const offers: OfferContext = { conversations, trading, isOn, currency, ended: instrumentation.offerEnded };
  const holds: HoldContext = {
    ...{ db, conversations, ...trading, timeZone },
    ended: instrumentation.holdEnded,
  };
  return {
    offers,
    holds,
    listingChanged: onListing,
    async wantedChanged(tx, id) {
      await wantedChanged(offers, tx, id);
      await matching.wantedChanged(tx, id);
      await updateBlockedOfWanted(conversations, tx, id);
    },
    async endBetween(tx, one, other) {
      await endHoldsBetween(holds, tx, one, other);
      await endProposedOf(conversations, tx, one, other);
      await lockVouchingBetween(tx, one, other);
      await endOffersOf(offers, tx, one, other);
    },
    async endAllOf(tx, personId) {
      await endHoldsOf(holds, tx, personId);
      await endProposedOf(conversations, tx, personId);
      await endOffersOf(offers, tx, personId);
    },
    async messageUnsent(tx, { conversationId, offer, deal }) {
      if (offer) await endOffer(offers, tx, { id: offer.id, conversationId }, 'withdrawn');
      if (deal) await endProposed(conversations, tx, deal);
    },
    async messageRemoved(tx, id) {
      await questionRemoved(conversations, tx, id);
      await messageRemoved(offers, tx, id);
    },
    startExpiring(log, notify) {
      const stops = [
        repeat(EXPIRE_MS, () => expireOffers(offers), log),
        repeat(EXPIRE_MS, () => expireHolds(holds), log),
        repeat(SWITCHED_OFF_MS, async () => isOn('holds') || endAllHolds(holds), log),
        repeat(EXPIRE_MS, () => notifyFreed(db, notify), log),
        repeat(EXPIRE_MS, () => expireProposed(conversations), log),
        repeat(SEPARATED_MS, () => endSeparatedOffers(offers), log),
        repeat(SEPARATED_MS, () => endSeparatedHolds(holds), log),
        repeat(SEPARATED_MS, () => endSeparatedDeals(conversations), log),
      ];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
}
