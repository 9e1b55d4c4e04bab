import type { Provider } from '../context.ts';

/**
 * Where a sign-in with another provider redirects back to: the public URL, or exactly one of the URLs that the
 * operator allows. Any other requested target falls back to the public URL.
 */
export function safeRedirect(
  { publicUrl, identity }: Provider['config'],
  requested: string | undefined,
): string {
  const own = new URL(publicUrl).href;
  const allowed = [own, ...identity.redirectAllow.map((address) => new URL(address).href)];
  // Compares parsed URLs and returns the allowed one rather than the text sent, so no odd spelling slips
  // through.
  const target = requested !== undefined && URL.canParse(requested) ? new URL(requested).href : own;
  return allowed.find((address) => address === target) ?? own;
}

/** The URL with these query parameters added. */
export function withParams(address: string, params: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
