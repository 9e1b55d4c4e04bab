import { SAME_PHOTO } from '@selvedge/shared/report-reasons';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/database.ts';
import type { SamePhotoEvidence } from '../db/safety-tables.ts';
import { describeListing } from './find-subject.ts';
import { findSamePhotoReport, insertReport, updateEvidence } from './queries.ts';

interface SamePhoto {
  /** The listing with the later of the two photos. */
  listingId: string;
  /** The owner of the other listing. */
  otherPersonId: string;
  photo: SamePhotoEvidence;
}

/** Whether an open report names these two photos the other way around. */
export async function isReportedReversed(
  tx: Tx,
  { listingId, otherPersonId, key }: { listingId: string; otherPersonId: string; key: string },
): Promise<boolean> {
  const [open] = await findSamePhotoReport(tx, { subjectId: listingId, otherPersonId });
  return (open?.evidence.samePhotos ?? []).some((photo) => photo.key === key);
}

/**
 * Reports to the admins that a listing has a photo of another member, in the name of the server; nobody else is notified.
 * More photos of the same member are added to an open report. The caller has locked the listing.
 * @returns whether the listing still exists
 */
export async function fileSamePhoto(
  tx: Tx,
  { listingId, otherPersonId, photo }: SamePhoto,
): Promise<boolean> {
  const subject = await describeListing(tx, listingId);
  if (!subject) return false;
  const [open] = await findSamePhotoReport(tx, { subjectId: listingId, otherPersonId });
  const samePhotos = [...(open?.evidence.samePhotos ?? []), photo];
  const evidence = { ...subject.evidence, samePhotos };
  if (open) {
    await updateEvidence(tx, open.id, evidence);
    return true;
  }
  await insertReport(tx, {
    ...{ id: uuidv7(), reporterId: null, otherPersonId },
    ...{ subject: 'listing', subjectId: listingId, reason: SAME_PHOTO, details: null },
    ...{ personId: subject.personId, photoKey: subject.photoKey },
    evidence,
    createdAt: new Date(),
  });
  return true;
}
