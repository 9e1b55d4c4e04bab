import type { Message } from '@selvedge/shared/conversations/conversations';
import type { NewNotice } from './notice.ts';

/** `restored`: its owner was restored; `items of member changed` covers all their items. */
export type ListingChange =
  | 'created'
  | 'updated'
  | 'price_dropped'
  | 'held'
  | 'sold'
  | 'removed'
  | 'restored';
export type WantedChange = 'created' | 'updated' | 'found' | 'removed' | 'restored';

/** What happens inside a transaction that other features follow. A feature may add its own by augmenting this type. */
export interface DomainEvents {
  /** A listing was stored, changed, sold, removed or restored. */
  'listing changed': { id: string; change: ListingChange };
  'wanted changed': { id: string; change: WantedChange };
  /** All public items of a member are gone with them, or are back. Each of them is named here only. */
  'items of member changed': {
    memberId: string;
    listings: string[];
    wanted: string[];
    change: 'removed' | 'restored';
  };
  /** A listing shows other photos, by storage key. */
  'listing photos changed': { id: string; sellerId: string; added: string[]; dropped: string[] };
  /** Photos, by storage key, are no longer used by what was changed. */
  'photos released': { keys: string[] };
  /** A message was stored for its recipient, by a member or by what they did with an offer. */
  'message sent': {
    id: string;
    conversationId: string;
    recipientId: string;
    says: 'text' | 'offer' | 'answer';
  };
  /** Its sender unsends a message, whose content is still there. */
  'message unsent': Message;
  'message removed': { id: string };
  /** One of two members blocks the other. */
  'members separated': { one: string; other: string };
  /** Both members have said that they made a deal. */
  'deal confirmed': { id: string; buyerId: string; sellerId: string };
  /** A saved search that alerts its owner has found a listing. */
  'search matched': { memberId: string; searchId: string; listingId: string };
  'member suspended': { id: string };
  /** API keys have ended, other than by their expiry; `areAll`: with everything else that gave access to the account. */
  'keys ended': { memberId: string; keyIds: string[]; areAll: boolean };
  /** A member is notified of something, as the kind of the notice says. */
  'member notified': NewNotice;
  /** Like `member notified`, for up to a few hundred members in one statement. */
  'members notified': { kind: string; notices: readonly Omit<NewNotice, 'kind'>[] };
  /** A member has seen elsewhere what their notices of a kind say, about these listings or about anything. */
  'notices seen': { userId: string; kind: string; listingIds?: string[] };
}
export type DomainEventName = keyof DomainEvents;
