// Access tokens for our own programs: obtained by password at first, then with the refresh token.

interface Session {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

/** A token is replaced this long before it expires, in seconds. */
const MARGIN = 60;

async function refusalOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { msg?: string } | null;
  return body?.msg ?? `no token: ${response.status}`;
}

async function grant(url: string, type: 'password' | 'refresh_token', body: object): Promise<Session> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=${type}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await refusalOf(response));
  // The server is of the same release, so its response has this shape.
  return (await response.json()) as Session;
}

export function createTokens(url: string, email: string, password: string) {
  let session: Session | undefined;
  let endsAt = 0;
  let pending: Promise<string> | undefined;

  async function obtain(): Promise<string> {
    const old = session;
    session = undefined;
    // If the session was ended elsewhere, the refresh fails: sign in again.
    const renewed =
      old && (await grant(url, 'refresh_token', { refresh_token: old.refresh_token }).catch(() => undefined));
    session = renewed ?? (await grant(url, 'password', { email, password }));
    endsAt = Date.now() + session.expires_in * 1000;
    return session.access_token;
  }

  return {
    /** An access token that stays valid for a while. `anew`: the server has just rejected the current one. */
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
