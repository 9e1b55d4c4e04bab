import type { ReportReason, ReportSubject } from '@selvedge/shared/safety/report-reasons';
import { createStore } from 'zustand/vanilla';
import { draftOf } from '../lib/draft.ts';

/** The item, member or message to report. */
export interface ReportTarget {
  subject: ReportSubject;
  id: string;
}

/** The target of the report form; null while the form is closed. */
export const reporting = createStore<{ target: ReportTarget | null }>(() => ({ target: null }));

export function openReport(target: ReportTarget): void {
  reporting.setState({ target });
}
export function closeReport(): void {
  reporting.setState({ target: null });
}

/** The content of the report form. */
export interface Report {
  target: ReportTarget;
  reason: ReportReason | null;
  details: string;
  showBefore: boolean;
}
export function reportDraft(ownerId: string) {
  return draftOf<Report>(ownerId, 'report');
}
