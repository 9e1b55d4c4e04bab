/** Query keys of the people whom one has blocked, and of what only admins see. */
export const BLOCKS_KEY = 'blocks';
export const REPORTS_KEY = 'reports';
export const LOG_KEY = 'admin-log';
