/** A file, whose path is not one of a page. */
const FILE = /\.\w+\/*$/;

/** The address without the slashes at the end of its path; null if there are none, or it is no page's. */
export function withoutTrailingSlash(address: string): string | null {
  // Parsed, so that a backslash or a second slash at the start cannot lead to another site.
  const { pathname, search } = new URL(address);
  if (!pathname.endsWith('/') || FILE.test(pathname)) return null;
  // A pattern would take quadratic time for the slashes within the path.
  let [start, end] = [0, pathname.length];
  while (pathname[start] === '/') start += 1;
  while (end > start && pathname[end - 1] === '/') end -= 1;
  return start === end ? null : `/${pathname.slice(start, end)}${search}`;
}
