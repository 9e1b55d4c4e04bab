/** Query keys of the viewer's blocks, and of lists that only admins see. */
export const BLOCKS_KEY = 'blocks';
export const REPORTS_KEY = 'reports';
export const LOG_KEY = 'admin-log';
export const COUNTS_KEY = 'report-counts';
/** Query key of the viewer's unread warnings. */
export const WARNINGS_KEY = 'warnings';
