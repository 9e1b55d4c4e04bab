import type { NewSavedSearch } from '@selvedge/shared/items/saved-searches';
import { searchKeyOf, searchNameOf } from '@selvedge/shared/items/search-queries';
import { truncate } from '@selvedge/shared/platform/format';
import { SAVED_SEARCHES_MAX, SEARCH_NAME_MAX } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { findByUsername, findMember, isDeleted, isHidden, lockMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SearchFilters } from '../listings/finding/find-query.ts';
import { housesOf } from '../listings/finding/houses-of.ts';
import { leftOutOf } from '../listings/finding/left-out.ts';
import { parseSearch } from './parse-search.ts';
import {
  countSearchesOf,
  findSearch,
  findSearchByKey,
  insertKeys,
  insertSearch,
  type SearchRow,
} from './queries.ts';
import { keysOfSearch, termsOf } from './terms.ts';

const FULL = `You have saved ${SAVED_SEARCHES_MAX} searches. Remove one to save another.`;

const refused = (message: string) =>
  new AppError('invalid_input', message, { issues: [{ path: 'query', message }] });

/** The name of the seller that a search is limited to. @throws invalid_input for one that it can never find */
async function sellerOf(tx: Tx, actor: Actor, { seller }: SearchFilters): Promise<string | null> {
  if (seller === undefined) return null;
  if (seller === actor.id) throw refused('You cannot follow yourself.');
  const [member] = await findMember(tx, seller);
  if (!member || isDeleted(member) || (await isHidden(tx, actor, seller)))
    throw refused('There is no such seller.');
  return member.username;
}

/** The ids of the sellers that a search leaves out. @throws invalid_input for one who does not exist */
async function leftOutSellers(tx: Tx, { not = [] }: SearchFilters): Promise<string[]> {
  const ids: string[] = [];
  for (const usernameKey of leftOutOf(not).sellers) {
    const [member] = await findByUsername(tx, { usernameKey });
    if (!member) throw refused(`There is no member called ${usernameKey}.`);
    ids.push(member.id);
  }
  return ids;
}

/**
 * Saves a search. One that finds the same as a saved one is that one, unchanged.
 * @throws invalid_input for a query that cannot be searched for; conflict above `SAVED_SEARCHES_MAX`
 */
export function saveSearch(
  ctx: Ctx,
  actor: Actor,
  { name, query: given, alerts }: NewSavedSearch,
): Promise<{ search: SearchRow; isNew: boolean }> {
  const { db, publish, settings } = ctx;
  const currency = settings.currency();
  const { filters, query } = parseSearch(given, currency);
  if (filters.sold) throw refused('Sold items are not alerted to: show all items, or hide the sold ones.');
  const queryKey = searchKeyOf(query);
  return db.transact(async (tx) => {
    // One at a time, so that none passes the limit.
    await lockMember(tx, actor.id);
    const [known] = await findSearchByKey(tx, actor.id, queryKey);
    if (known) return { search: known, isNew: false };
    const [saved] = await countSearchesOf(tx, actor.id);
    if (saved && saved.count >= SAVED_SEARCHES_MAX) throw new AppError('conflict', FULL);
    const seller = await sellerOf(tx, actor, filters);
    const names = { namesOf: housesOf(ctx)().namesOf, sellerIds: await leftOutSellers(tx, filters) };
    const [id, at, terms] = [uuidv7(), new Date(), termsOf(filters, names)];
    await insertSearch(tx, {
      ...{ id, memberId: actor.id, query, queryKey, terms, alerts, createdAt: at, openedAt: at },
      name: name ?? truncate(searchNameOf(query, currency, seller), SEARCH_NAME_MAX - 1),
    });
    await insertKeys(tx, id, keysOfSearch(terms));
    tx.afterCommit(() => publish.toMember(actor.id, 'searches:changed', {}));
    const [search] = await findSearch(tx, actor.id, id);
    if (!search) throw new Error('stored search not found');
    return { search, isNew: true };
  });
}
