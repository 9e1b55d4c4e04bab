import type { Message } from '@selvedge/shared/conversations/conversations';

/** Whether a message says something to reply to: not what the product wrote about a hold, a deal or an answer. */
export function needsReply({ deal, hold, record }: Pick<Message, 'deal' | 'hold' | 'record'>): boolean {
  return !deal && !hold && !record;
}
