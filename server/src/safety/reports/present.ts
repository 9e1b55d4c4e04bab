import { fromCents } from '@selvedge/shared/platform/money';
import { SAME_PHOTO } from '@selvedge/shared/safety/report-reasons';
import type { Appeal, Report } from '@selvedge/shared/safety/reports';
import { presentMember } from '../../members/public.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import type { ChatImages } from '../../platform/media/chat-images.ts';
import type { AppealOfReport } from './appeals/queries.ts';
import { ownPhotosOf, type ReportRow, type ReportState } from './queries.ts';
import { numberOf } from './report-number.ts';

function presentClosed({ report, admin }: ReportRow): Report['closed'] {
  const { closedAt, resolution, note, rule, suspendedUntil } = report;
  if (!closedAt || !resolution) return null;
  return {
    ...{ at: closedAt.toISOString(), action: resolution, note, rule },
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    admin: presentMember(admin),
  };
}

function presentAppeal({ appeal, admin }: AppealOfReport): Appeal {
  const { id, party, text, createdAt, closedAt, outcome, reason } = appeal;
  return {
    ...{ id, party, text },
    createdAt: createdAt.toISOString(),
    closed:
      closedAt && outcome
        ? { at: closedAt.toISOString(), outcome, reason: reason ?? '', admin: presentMember(admin) }
        : null,
  };
}

const presentVisitor = ({ reporterId, reason, visitorName, visitorEmail }: ReportState): Report['visitor'] =>
  reporterId === null && reason !== SAME_PHOTO ? { name: visitorName, email: visitorEmail } : null;

/** Whether an appeal can bring back this photo of the removed listing. */
const isRestorable = ({ removed }: ReportState, key: string): boolean =>
  removed?.photos?.some((photo) => photo.key === key) ?? false;

/** The photos of a closed report may have been deleted, and both photos may be withheld. */
const presentSamePhotos = (
  { report: r, otherMember }: ReportRow,
  signed: (key: string) => string,
): Report['evidence']['samePhotos'] =>
  r.evidence.samePhotos
    ? {
        person: presentMember(otherMember),
        photos: r.evidence.samePhotos.map(({ key, otherKey, otherCopy, ...shown }) => ({
          ...shown,
          imageUrl: !r.closedAt ? mediaUrl(key) : isRestorable(r, key) ? signed(key) : null,
          otherImageUrl: r.closedAt ? null : otherKey === null ? otherCopy : signed(otherKey),
        })),
        more: r.evidence.moreSamePhotos ?? [],
      }
    : null;

/** The evidence of a report as this admin sees it: the photo of a message has a URL signed for them. */
function presentEvidence(
  row: ReportRow,
  adminId: string,
  images: Pick<ChatImages, 'urlFor'>,
): Report['evidence'] {
  const { report } = row;
  const { title, text, before, brand, size, priceCents, versions, unsentAt } = report.evidence;
  const signed = (key: string) => images.urlFor(key, adminId);
  const urlOf = (key: string) => (report.subject === 'message' ? signed(key) : mediaUrl(key));
  return {
    title,
    text,
    brand: brand ?? null,
    size: size ?? null,
    price: priceCents === undefined ? null : fromCents(priceCents),
    // After a decision, only the photos that an appeal can bring back are certain to be stored. They are withheld, also
    // while the report is open again.
    imageUrls:
      report.closedAt || report.removed
        ? (report.removed?.photos ?? []).map(({ key }) => signed(key))
        : ownPhotosOf(report).map(urlOf),
    before,
    versions: versions ?? [],
    unsentAt: unsentAt ?? null,
    samePhotos: presentSamePhotos(row, signed),
  };
}

/** @param appeals against the decision on this report, oldest first */
export function presentReport(
  row: ReportRow,
  appeals: AppealOfReport[],
  adminId: string,
  images: Pick<ChatImages, 'urlFor'>,
): Report {
  const { report: r } = row;
  return {
    id: r.id,
    subject: r.subject,
    subjectId: r.subjectId,
    reason: r.reason,
    details: r.details,
    number: numberOf(r),
    visitor: presentVisitor(r),
    reporter: r.reporterId === null ? null : presentMember(row.reporter),
    person: presentMember(row.person),
    evidence: presentEvidence(row, adminId, images),
    createdAt: r.createdAt.toISOString(),
    closed: presentClosed(row),
    appeals: appeals.map(presentAppeal),
  };
}
