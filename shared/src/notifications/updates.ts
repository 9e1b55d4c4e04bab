import * as z from 'zod';
import { Id } from '../platform/id.ts';
import { READ_AT_ONCE_MAX } from '../platform/limits.ts';

/** Something that a member is notified of outside a conversation. */
export const Notice = z.object({
  id: Id,
  kind: z.string(),
  text: z.string().meta({ description: 'One sentence' }),
  path: z.string().meta({ description: 'The page that it leads to, on this site' }),
  imageUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const NewNotice = Notice.extend({
  isReplacement: z.literal(true).optional().meta({ description: 'Replaces the unread one with this id' }),
});
export type NewNotice = z.infer<typeof NewNotice>;

export const ReadNotices = z.strictObject({ ids: z.array(Id).min(1).max(READ_AT_ONCE_MAX) });

/** The most unread notices that are counted. */
export const UNREAD_NOTICES_MAX = 100;
export const UnreadNotices = z.object({ count: z.int().meta({ description: 'Up to 100' }) });
export type UnreadNotices = z.infer<typeof UnreadNotices>;

/** Days for which notices are stored. */
export const NOTICE_DAYS = 90;

export const UPDATES_MAIL = {
  subject: (texts: readonly string[]) => (texts.length === 1 ? (texts[0] ?? '') : `${texts.length} updates`),
  lead: (name: string, count: number) =>
    count === 1 ? `You have an update on ${name}:` : `You have ${count} updates on ${name}:`,
  action: 'See all updates',
  note: 'You get at most one of these e-mails an hour, and only while you are away.',
  unsubscribe: 'Unsubscribe from update e-mails',
} as const;
