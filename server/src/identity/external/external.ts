import type { Tx } from '../../platform/db/database.ts';
import type { Consent } from '../accounts/tables.ts';
import type { AccountRow } from '../queries.ts';
import type { ExternalProvider } from './tables.ts';

export interface From {
  address: string;
  inviteId: string | null;
  /** What the visitor agreed to before they left for the provider. */
  consent: Consent | null;
}

interface Person {
  /** May create the account. @throws AuthError user_already_exists, provider_email_…, signup_disabled */
  signIn(tx: Tx, from: From): Promise<AccountRow>;
  /** Links them to the account of a signed-in member. @throws AuthError identity_already_exists */
  link(tx: Tx, account: AccountRow, address: string): Promise<void>;
}

interface Returned {
  params: URLSearchParams;
  state: string;
  redirectUri: string;
}

/** A provider through which members sign in, with the authorization code flow of OAuth 2. */
export interface External {
  name: ExternalProvider;
  label: string;
  /** The URL of its page for a flow. Rejects when the provider is unreachable. */
  pageFor(flow: Pick<Returned, 'state' | 'redirectUri'>): Promise<string>;
  /** Exchanges a return for a person. Rejects when anything about it is wrong, or the provider is unreachable. */
  identify(returned: Returned): Promise<Person>;
}
