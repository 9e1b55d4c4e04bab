import type { Message } from '@selvedge/shared/conversations/conversations';
import type { NewNotice } from './notice.ts';

/** What happens inside a transaction that other features follow. A feature may add its own by augmenting this type. */
export interface DomainEvents {
  /** A listing was stored, changed, sold, removed or restored. */
  'listing changed': { id: string };
  'wanted changed': { id: string };
  /** A listing shows other photos, by storage key. */
  'listing photos changed': { id: string; sellerId: string; added: string[]; dropped: string[] };
  /** Photos, by storage key, are no longer used by what was changed. */
  'photos released': { keys: string[] };
  /** Its sender unsends a message, whose content is still there. */
  'message unsent': Message;
  'message removed': { id: string };
  /** One of two members blocks the other. */
  'members separated': { one: string; other: string };
  'member suspended': { id: string };
  /** A member is notified of something, as the kind of the notice says. */
  'member notified': NewNotice;
  /** Like `member notified`, for up to a few hundred members in one statement. */
  'members notified': { kind: string; notices: readonly Omit<NewNotice, 'kind'>[] };
  /** A member has seen elsewhere what their notices of a kind say, about these listings or about anything. */
  'notices seen': { userId: string; kind: string; listingIds?: string[] };
}
export type DomainEventName = keyof DomainEvents;
