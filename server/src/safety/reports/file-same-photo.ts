import { SAME_PHOTO } from '@selvedge/shared/safety/report-reasons';
import { v7 as uuidv7 } from 'uuid';
import { lockUser } from '../../members/public.ts';
import type { Tx } from '../../platform/db/database.ts';
import { describeListing } from './find-subject.ts';
import { findSamePhotoReport, insertReport, type ReportState, updateEvidence } from './queries.ts';
import type { Evidence, SamePhotoEvidence } from './tables.ts';

const DAY = 24 * 3_600_000;
/** The most photos that one report shows side by side, and the most further matches that it names. */
const SHOWN_MAX = 12;
const MORE_MAX = 20;

interface SamePhoto {
  listingId: string;
  otherMemberId: string;
  photo: SamePhotoEvidence;
}

/** The open report about a member's photos that began within a day. */
const findOfToday = (tx: Tx, memberId: string) =>
  findSamePhotoReport(tx, { memberId, since: new Date(Date.now() - DAY) });

interface Reversed {
  memberId: string;
  key: string;
  listingId: string;
  otherListingId: string;
}

/** Whether the open report about a member names these two photos, or these two listings, already. */
export async function isReported(
  tx: Tx,
  { memberId, key, listingId, otherListingId }: Reversed,
): Promise<boolean> {
  const [open] = await findOfToday(tx, memberId);
  const { samePhotos = [], moreSamePhotos = [] } = open?.evidence ?? {};
  return (
    samePhotos.some((photo) => photo.key === key) ||
    moreSamePhotos.some((more) => more.listingId === listingId && more.otherListingId === otherListingId)
  );
}

const isSamePicture = (one: SamePhotoEvidence, other: SamePhotoEvidence) =>
  one.otherKey === other.otherKey &&
  one.otherListing.id === other.otherListing.id &&
  one.otherPlaceholder === other.otherPlaceholder;

/** The evidence of an open report with another match, without doubles and up to the bounds. */
function withMatch(
  open: ReportState,
  current: Evidence,
  { listingId, otherMemberId, photo }: SamePhoto,
): Evidence {
  const { samePhotos = [], moreSamePhotos = [] } = open.evidence;
  if (open.subjectId === listingId && open.otherMemberId === otherMemberId) {
    // A photo that was replaced by the same picture again.
    const shown = samePhotos.filter((one) => !isSamePicture(one, photo));
    if (shown.length === SHOWN_MAX) return open.evidence;
    return { ...current, samePhotos: [...shown, photo], moreSamePhotos };
  }
  const otherListingId = photo.otherListing.id;
  const isNamed = moreSamePhotos.some(
    (more) => more.listingId === listingId && more.otherListingId === otherListingId,
  );
  if (isNamed || moreSamePhotos.length === MORE_MAX) return open.evidence;
  const more = { listingId, title: current.title, otherListingId };
  return { ...open.evidence, moreSamePhotos: [...moreSamePhotos, more] };
}

/**
 * Reports a copied photo to the admins, in the server's name; nobody else is notified. There is one open
 * report a member and day, which further matches extend. The caller has locked the listing.
 * @returns whether the listing still exists
 */
export async function fileSamePhoto(tx: Tx, match: SamePhoto): Promise<boolean> {
  const { listingId, otherMemberId, photo } = match;
  const subject = await describeListing(tx, listingId);
  if (!subject) return false;
  // Two nodes may find photos of two listings at the same moment: the second one finds the first one's report.
  await lockUser(tx, subject.memberId);
  const [open] = await findOfToday(tx, subject.memberId);
  if (open) {
    await updateEvidence(tx, open.id, withMatch(open, subject.evidence, match));
    return true;
  }
  await insertReport(tx, {
    ...{ id: uuidv7(), reporterId: null, otherMemberId },
    ...{ subject: 'listing', subjectId: listingId, reason: SAME_PHOTO, details: null },
    ...{ memberId: subject.memberId, photoKey: subject.photoKey },
    evidence: { ...subject.evidence, samePhotos: [photo] },
    createdAt: new Date(),
  });
  return true;
}
