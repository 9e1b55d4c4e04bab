import type { Provider } from '../context.ts';

/**
 * Where a sign-in with Discord redirects back to: the public URL, or exactly one of the addresses that the operator has
 * named. Anything else that is asked for leads to the public URL.
 */
export function safeRedirect({ publicUrl, identity }: Provider['config'], asked: string | undefined): string {
  const own = new URL(publicUrl).href;
  const allowed = [own, ...identity.redirectAllow.map((address) => new URL(address).href)];
  // Compares parsed URLs and returns the allowed one, not the text that was sent: so no odd spelling slips through.
  const wanted = asked !== undefined && URL.canParse(asked) ? new URL(asked).href : own;
  return allowed.find((address) => address === wanted) ?? own;
}

/** The address with these parameters added. */
export function withParams(address: string, params: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
