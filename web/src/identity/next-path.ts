import { ownPath } from '@selvedge/shared/next-path';

/** Where a sign-in leads: a path of this site, or home. */
export const safeNextPath = (next: string | null): string => ownPath(next, location.origin) ?? '/';

/** The sign-in page that comes back to where one is. */
export const loginPath = (from: string): string => `/login?next=${encodeURIComponent(from)}`;
