import type { ApiKey } from '@selvedge/shared/identity/api-keys';
import type { ApiKeyRow } from './queries.ts';

export function presentKey({ id, name, scopes, createdAt, expiresAt, usedOn, usedFrom }: ApiKeyRow): ApiKey {
  return {
    ...{ id, name, scopes },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUse: usedOn === null || usedFrom === null ? null : { day: usedOn, network: usedFrom },
  };
}
