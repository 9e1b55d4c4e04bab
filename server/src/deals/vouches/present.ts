import type { OwnVouch, Vouch } from '@selvedge/shared/deals/vouches';
import { presentMember } from '../../members/public.ts';
import type { ReleasedRow, VouchRow } from './queries.ts';

/** A public vouch, as everyone sees it. */
export function presentVouch({ vouch, writer, writerSince, title, buyerId }: ReleasedRow): Vouch {
  return {
    id: vouch.id,
    writer: presentMember(writer),
    writerSince: writerSince.toISOString(),
    isByBuyer: vouch.writerId === buyerId,
    title,
    rating: vouch.rating,
    text: vouch.text,
    writtenAt: vouch.writtenAt.toISOString(),
    answer: vouch.answer,
    answeredAt: vouch.answeredAt?.toISOString() ?? null,
  };
}

/** A vouch as its writer sees it. */
export function presentOwnVouch({
  id,
  dealId,
  rating,
  text,
  writtenAt,
  releasesAt,
  removedAt,
  removalReason,
}: VouchRow): OwnVouch {
  return {
    id,
    dealId,
    rating,
    text,
    writtenAt: writtenAt.toISOString(),
    releasesAt: releasesAt.toISOString(),
    removal: removedAt && { at: removedAt.toISOString(), reason: removalReason ?? '' },
  };
}
