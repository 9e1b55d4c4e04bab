import { ownPath } from '@selvedge/shared/platform/next-path';

/** The path to go to after a sign-in: within this site, or home. */
export function safeNextPath(next: string | null): string {
  return ownPath(next, location.origin) ?? '/';
}

/** The path of the sign-in page that returns to the given path; that page itself stays as it is. */
export function loginPath(from: string): string {
  return /^\/login(?![^?#])/.test(from) ? from : `/login?next=${encodeURIComponent(from)}`;
}
