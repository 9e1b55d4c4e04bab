interface Claims {
  aal: string;
  amr: { method: string }[];
}

/** The claims of an access token about how its session was started. Unverified: only the server can judge them. */
export function claimsOf(accessToken: string): Claims {
  const payload = accessToken.split('.')[1] ?? '';
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Partial<Claims>;
  return { aal: claims.aal ?? 'aal1', amr: claims.amr ?? [] };
}
