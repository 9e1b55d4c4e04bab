import type { Provider } from '../context.ts';

/** The requested page if it is exactly one that the operator allows, else the public URL. */
export function safeRedirect(
  { publicUrl, identity }: Provider['config'],
  requested: string | undefined,
): string {
  const own = new URL(publicUrl).href;
  const allowed = [own, ...identity.redirectAllow.map((address) => new URL(address).href)];
  // Compares parsed URLs and returns the allowed one, not the text sent: no odd spelling slips through.
  const target = requested !== undefined && URL.canParse(requested) ? new URL(requested).href : own;
  return allowed.find((address) => address === target) ?? own;
}

export function withParams(address: string, params: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
