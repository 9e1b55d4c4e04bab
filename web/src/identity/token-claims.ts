interface Claims {
  aal: string;
  amr: { method: string }[];
}

/** What an access token says of how its session was begun. The server alone judges whether it is true. */
export function claimsOf(accessToken: string): Claims {
  const payload = accessToken.split('.')[1] ?? '';
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Partial<Claims>;
  return { aal: claims.aal ?? 'aal1', amr: claims.amr ?? [] };
}
