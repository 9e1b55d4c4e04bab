import type { Location } from 'react-router-dom';

/** The e-mail address that the page before, or the link of a mail, gives to a form. */
export function addressIn({ state, hash, search }: Location<{ email?: string } | null>): string {
  const named = [hash.slice(1), search].map((query) => new URLSearchParams(query).get('email'));
  return state?.email ?? named.find((email) => email !== null) ?? '';
}
