/** The keys under which are held whom one has blocked, and what only admins see. */
export const BLOCKS_KEY = 'blocks';
export const REPORTS_KEY = 'reports';
export const LOG_KEY = 'admin-log';
