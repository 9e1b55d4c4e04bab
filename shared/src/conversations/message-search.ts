import * as z from 'zod';
import { foldForSearch } from '../platform/fold.ts';
import { graphemes } from '../platform/format.ts';
import { MESSAGE_SEARCH_MAX, MESSAGE_SEARCH_MIN } from '../platform/limits.ts';
import { text } from '../platform/text.ts';
import { Conversation, IsStatement, Message } from './conversations.ts';

export const MessageTerm = text({
  max: MESSAGE_SEARCH_MAX,
  tooLong: `Search for at most ${MESSAGE_SEARCH_MAX} characters`,
}).refine(
  (term) => graphemes(term) >= MESSAGE_SEARCH_MIN && foldForSearch(term).trim() !== '',
  `Search for at least ${MESSAGE_SEARCH_MIN} characters`,
);

/** A message that contains the search term, with the text around it. */
export const MessageHit = Message.pick({ id: true, seq: true, senderId: true, createdAt: true }).extend({
  conversation: Conversation,
  isStatement: IsStatement,
  excerpt: z
    .object({ before: z.string(), match: z.string(), after: z.string() })
    .meta({ description: 'The first occurrence, on one line; an ellipsis where it was cut' }),
});
export type MessageHit = z.infer<typeof MessageHit>;
export type Excerpt = MessageHit['excerpt'];
