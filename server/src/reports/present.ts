import type { Report } from '@selvedge/shared/reports';
import { mediaUrl } from '../core/media-url.ts';
import { presentPerson } from '../members/present.ts';
import type { ChatImages } from '../uploads/chat-images.ts';
import type { ReportRow } from './queries.ts';

function presentClosed({ report, admin }: ReportRow): Report['closed'] {
  const { closedAt, resolution, note } = report;
  if (!closedAt || !resolution) return null;
  return { at: closedAt.toISOString(), action: resolution, note, admin: presentPerson(admin) };
}

/** A report as this admin sees it: the photo of a reported message has a URL made for them. */
export function presentReport(row: ReportRow, adminId: string, images: Pick<ChatImages, 'urlFor'>): Report {
  const { report: r } = row;
  // A closed report needs no photo any more; it may have been removed.
  const photoKey = r.closedAt ? null : r.photoKey;
  const urlOf = (key: string) => (r.subject === 'message' ? images.urlFor(key, adminId) : mediaUrl(key));
  return {
    id: r.id,
    subject: r.subject,
    subjectId: r.subjectId,
    reason: r.reason,
    details: r.details,
    reporter: presentPerson(row.reporter),
    person: presentPerson(row.person),
    evidence: { versions: [], unsentAt: null, ...r.evidence, imageUrl: photoKey && urlOf(photoKey) },
    createdAt: r.createdAt.toISOString(),
    closed: presentClosed(row),
  };
}
