/**
 * Lets the auth client count the lifetime of a token from its own clock. The server also sends the time at which it
 * expires: a device that is minutes ahead would take every new token for an expired one, and keep asking for another.
 */
export function withOwnClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || init?.method !== 'POST') return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    const hasLifetime =
      typeof body === 'object' && body !== null && 'expires_in' in body && 'expires_at' in body;
    if (!hasLifetime) return response;
    const { expires_at: _, ...session } = body;
    const { status, headers } = response;
    return Response.json(session, { status, headers });
  };
}
