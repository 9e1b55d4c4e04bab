import type { ReportSubject } from '@selvedge/shared/report-reasons';
import { createStore } from 'zustand/vanilla';

/** What is about to be reported. */
export interface ReportTarget {
  subject: ReportSubject;
  id: string;
}

/** What the report form is open for. */
export const reporting = createStore<{ target: ReportTarget | null }>(() => ({ target: null }));

export const openReport = (target: ReportTarget): void => reporting.setState({ target });
export const closeReport = (): void => reporting.setState({ target: null });
