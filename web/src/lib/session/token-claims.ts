interface Claims {
  session_id: string | null;
  aal: string;
  amr: { method: string }[];
}

/** An access token's claims about how its session started. Not verified: only the server can do that. */
export function claimsOf(accessToken: string): Claims {
  const payload = accessToken.split('.')[1] ?? '';
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Partial<Claims>;
  return { session_id: claims.session_id ?? null, aal: claims.aal ?? 'aal1', amr: claims.amr ?? [] };
}
