import type { Report } from '@selvedge/shared/reports';
import { mediaUrl } from '../uploads/media-url.ts';
import { presentPerson } from '../users/present.ts';
import type { ReportRow } from './queries.ts';

function presentClosed({ report, admin }: ReportRow): Report['closed'] {
  const { closedAt, resolution, note } = report;
  if (!closedAt || !resolution) return null;
  return { at: closedAt.toISOString(), action: resolution, note, admin: presentPerson(admin) };
}

/** A report as admins see it. */
export function presentReport(row: ReportRow): Report {
  const { report: r } = row;
  const { title, text, photoKey, before } = r.evidence;
  return {
    id: r.id,
    subject: r.subject,
    subjectId: r.subjectId,
    reason: r.reason,
    details: r.details,
    reporter: presentPerson(row.reporter),
    person: presentPerson(row.person),
    evidence: { title, text, imageUrl: photoKey && mediaUrl(photoKey), before },
    createdAt: r.createdAt.toISOString(),
    closed: presentClosed(row),
  };
}
