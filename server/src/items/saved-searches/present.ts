import type { SavedSearch } from '@selvedge/shared/items/saved-searches';
import { formatInstant } from '../../platform/core/format-instant.ts';
import type { SearchRow } from './queries.ts';

export function presentSearch(
  { id, name, query, alerts, createdAt, newCount, lastFoundAt }: SearchRow,
  checkedAt: Date,
): SavedSearch {
  return {
    ...{ id, name, query, alerts, newCount },
    createdAt: formatInstant(createdAt),
    lastFoundAt: lastFoundAt && formatInstant(lastFoundAt),
    checkedAt: formatInstant(checkedAt),
  };
}
