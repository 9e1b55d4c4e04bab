import { ownPath } from '@selvedge/shared/next-path';

/** The path to go to after a sign-in: within this site, or home. */
export const safeNextPath = (next: string | null): string => ownPath(next, location.origin) ?? '/';

/** The path of the sign-in page that returns to the given path. */
export const loginPath = (from: string): string => `/login?next=${encodeURIComponent(from)}`;
