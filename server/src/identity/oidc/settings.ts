interface Variables {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_NAME?: string | undefined;
}

export function isCompleteOidc(set: Variables): boolean {
  const required = [set.OIDC_ISSUER, set.OIDC_CLIENT_ID, set.OIDC_CLIENT_SECRET];
  const given = required.filter((value) => value !== undefined);
  return given.length === required.length || (given.length === 0 && set.OIDC_NAME === undefined);
}

export function oidcSettings(set: Variables) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = set;
  if (!issuer || !clientId || !clientSecret) return null;
  // The issuer stays as it is spelled in the settings: the provider's own spelling must be the same.
  return { issuer, clientId, clientSecret, name: set.OIDC_NAME ?? new URL(issuer).hostname };
}
