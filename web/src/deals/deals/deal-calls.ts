import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Person } from '@selvedge/shared/members/users';
import { api, apiList } from '../../lib/api.ts';

/** An item that was sold or found. */
export interface ClosedItem {
  id: string;
  isWTB: boolean;
}

/** A member who may be named, and the conversation about the item with them. */
export interface Interested {
  person: Person;
  conversationId: string;
}

const pathOf = ({ id, isWTB }: ClosedItem) => `/api/${isWTB ? 'wtb-listings' : 'listings'}/${id}`;

/** Who may be named as the other member of a deal about an own item, the latest first. */
export function listInterested(item: ClosedItem): Promise<Interested[]> {
  return apiList<Interested>(`${pathOf(item)}/interested`);
}

/** @param conversationId null for somebody else, of whom nothing is stored */
export function nameOther(item: ClosedItem, conversationId: string | null) {
  return api<{ message: Message | null }>('POST', `${pathOf(item)}/deal`, { conversationId });
}
