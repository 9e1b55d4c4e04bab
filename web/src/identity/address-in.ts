import type { Location } from 'react-router-dom';

/** The e-mail address passed to a form by the previous page or by a mailed link. */
export function addressIn({ state, hash, search }: Location<{ email?: string } | null>): string {
  const named = [hash.slice(1), search].map((query) => new URLSearchParams(query).get('email'));
  return state?.email ?? named.find((email) => email !== null) ?? '';
}
