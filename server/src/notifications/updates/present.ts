import type { Notice } from '@selvedge/shared/notifications/updates';
import { formatPrice } from '@selvedge/shared/platform/format';
import { DELETED_USER } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import { isDeleted } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import type { NoticeAbout, NoticeKind } from '../../platform/core/notice.ts';
import type { NoticeRow } from './queries.ts';

function aboutOf({ settings }: Ctx, { notice, recipient, other, listing }: NoticeRow): NoticeAbout {
  const shown = listing?.removedAt === null ? listing : null;
  return {
    recipient: recipient.username,
    member: isDeleted(other) ? DELETED_USER : other.username,
    listing: {
      path: shown ? `/listing/${shown.id}` : '/updates',
      title: shown?.title ?? 'an item',
      brand: shown?.brand ?? '',
      price: shown ? formatPrice(fromCents(shown.priceCents), settings.current().currency) : '',
      isOnSale: shown !== null && !shown.isSold,
      isOnHold: Boolean(shown?.holdUntil),
    },
    data: notice.data,
  };
}

function imageOf({ notice, other, listing }: NoticeRow): string | null {
  const portrait = notice.otherId === null ? null : other.profileImageKey;
  const key = (listing?.removedAt === null && listing.photos[0]?.key) || portrait;
  return key ? mediaUrl(key) : null;
}

/** A notice as its recipient sees it, what it is about, and whether it is too late to push or mail it. */
export function presentNotice(
  ctx: Ctx,
  row: NoticeRow,
): { notice: Notice; about: NoticeAbout; isOver: boolean } {
  const { id, createdAt, readAt, kind } = row.notice;
  // Only notices of known kinds are read.
  const { text, path, isOver } = ctx.notices.get(kind) as NoticeKind;
  const about = aboutOf(ctx, row);
  const words = { text: text(about), path: path(about), imageUrl: imageOf(row) };
  return {
    notice: { id, kind, ...words, createdAt: createdAt.toISOString(), isRead: readAt !== null },
    about,
    isOver: readAt !== null || (isOver?.(about) ?? false),
  };
}
