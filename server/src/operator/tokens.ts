/** How an access token is had: by password at first, then by the refresh token that came with it. */

interface Session {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

/** Seconds before its end at which a token is not used any more. */
const MARGIN = 60;

/** What the provider says of it, in its own form. */
async function refusalOf(response: Response): Promise<string> {
  const said = (await response.json().catch(() => null)) as { msg?: string } | null;
  return said?.msg ?? `no token: ${response.status}`;
}

async function grant(url: string, type: 'password' | 'refresh_token', body: object): Promise<Session> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=${type}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await refusalOf(response));
  // The server that this runs beside keeps its contract.
  return (await response.json()) as Session;
}

/** Keeps one member signed in at the server under `url`. */
export function createTokens(url: string, email: string, password: string) {
  let session: Session | undefined;
  let endsAt = 0;
  let pending: Promise<string> | undefined;

  async function obtain(): Promise<string> {
    const old = session;
    session = undefined;
    // A session that has ended elsewhere is begun anew.
    const renewed =
      old && (await grant(url, 'refresh_token', { refresh_token: old.refresh_token }).catch(() => undefined));
    session = renewed ?? (await grant(url, 'password', { email, password }));
    endsAt = Date.now() + session.expires_in * 1000;
    return session.access_token;
  }

  return {
    /** A token that is good for a while yet; `anew` when the server has just refused the one there is. */
    current({ anew = false } = {}): Promise<string> {
      if (!anew && session && Date.now() < endsAt - MARGIN * 1000)
        return Promise.resolve(session.access_token);
      pending ??= obtain().finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}
