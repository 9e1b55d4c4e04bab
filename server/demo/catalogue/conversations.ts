import * as z from 'zod';
import conversations from './conversations.json' with { type: 'json' };
import { Age } from './listing.ts';
import { MemberName } from './members.ts';

/** For each message: `>` from the opener or `<` from the owner, how long ago, its text. */
export const DemoLines = z.array(z.tuple([z.enum(['>', '<']), Age, z.string()]));

/** One conversation of the demo. */
const DemoConversation = z.strictObject({
  /** The title of its listing or WTB. */
  about: z.union([z.strictObject({ listing: z.string() }), z.strictObject({ wanted: z.string() })]),
  /** Who wrote first; the other member owns the item. */
  opener: MemberName,
  lines: DemoLines,
  /** The last message is still unread by its recipient. */
  unread: z.literal(true).optional(),
});
export type DemoConversation = z.infer<typeof DemoConversation>;

/** Conversations of the two members whose sign-ins are printed, and a few of other members. */
export const CONVERSATIONS: readonly DemoConversation[] = z.array(DemoConversation).parse(conversations);
