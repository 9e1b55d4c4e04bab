import { randomUUID } from 'node:crypto';
import type { RequestName } from '@selvedge/shared/platform/realtime';
import type { Fixtures } from './every-role.ts';

/** What a member of the conversation sends with each socket request. */
export const SOCKET_INPUTS: Record<RequestName, (fixtures: Fixtures) => object> = {
  'message:send': ({ conversationId }) => ({
    ...{ clientId: randomUUID(), conversationId, type: 'text', content: 'Hello' },
  }),
  'message:edit': ({ messageId }) => ({ messageId, content: 'Hello there' }),
  'message:unsend': ({ messageId }) => ({ messageId }),
  'offer:make': ({ conversationId }) => ({
    ...{ clientId: randomUUID(), conversationId, amount: '310', listingPrice: '365.00' },
  }),
  'offer:answer': ({ offerId }) => ({ offerId, answer: 'accept', listingPrice: '365.00' }),
  'conversation:read': ({ conversationId }) => ({ conversationId, seq: 1 }),
  'unread:count': () => ({}),
  'conversation:delivered': ({ conversationId }) => ({ conversations: { [conversationId]: 1 } }),
  'conversation:typing': ({ conversationId }) => ({ conversationId, typing: true }),
  sync: () => ({ conversations: {} }),
  'session:renew': () => ({ token: 'none' }),
};
