import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Ack, RequestBody, RequestName, RequestReply, Synced } from '@selvedge/shared/platform/realtime';
import { api, problemIn } from '../../../lib/api.ts';

type Calls = { [R in RequestName]?: (input: RequestBody<R>) => Promise<RequestReply<R>> };

/** As long as an ack may take. */
const ANSWER_MS = 10_000;

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('too slow')), ANSWER_MS);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

const changed = async (method: string, path: string, body?: object) => ({
  message: await api<Message>(method, path, body),
});

/**
 * The requests of the live connection that REST answers as well, for networks that block sockets.
 * @param unreadCounted called with the number of unread conversations, which no event brings there
 */
export function createRestRequests(receiveUnreadCount: (count: number) => void) {
  const counted = <T extends { unread: number }>(reply: T): T => {
    receiveUnreadCount(reply.unread);
    return reply;
  };
  const calls: Calls = {
    'message:send': (input) => changed('POST', '/api/messages', input),
    'message:edit': ({ messageId, ...body }) => changed('PATCH', `/api/messages/${messageId}`, body),
    'message:unsend': ({ messageId }) => changed('DELETE', `/api/messages/${messageId}`),
    'offer:make': ({ conversationId, ...body }) =>
      changed('POST', `/api/conversations/${conversationId}/offers`, body),
    'offer:answer': ({ offerId, answer, ...body }) =>
      changed('POST', `/api/offers/${offerId}/${answer}`, body),
    'conversation:read': async ({ conversationId, seq }) =>
      counted(await api('POST', `/api/conversations/${conversationId}/mark-read`, { seq })),
    sync: async (input) => counted(await api<Synced & { unread: number }>('POST', '/api/sync', input)),
  };

  return {
    has: (name: RequestName): boolean => name in calls,

    /** Resolves with an ack, like a socket; rejects for a request that REST lacks, or after 10 seconds. */
    async request<R extends RequestName>(name: R, input: RequestBody<R>): Promise<Ack<RequestReply<R>>> {
      const call = calls[name];
      if (!call) throw new Error('not connected');
      try {
        return { ok: true, ...(await inTime(call(input))) };
      } catch (error) {
        const problem = problemIn(error);
        if (!problem) throw error;
        return { ok: false, error: problem };
      }
    },
  };
}
