import { COUNT_MAX } from '@selvedge/shared/limits';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from './use-pages.ts';

/** A list as `usePages` holds it. */
export type LoadedPages<T> = InfiniteData<ListPage<T>, string>;

interface Item {
  id: string;
}

const withItems = <T>(held: LoadedPages<T>, change: (items: T[]) => T[]): LoadedPages<T> => ({
  ...held,
  pages: held.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/** Of a list that is only counted up to `COUNT_MAX`, one less is still more than that. */
const isExact = (total: number | null): total is number => total !== null && total <= COUNT_MAX;

const countedBy = <T>(held: LoadedPages<T>, more: number): LoadedPages<T> => ({
  ...held,
  pages: held.pages.map((page) => ({ ...page, total: isExact(page.total) ? page.total + more : page.total })),
});

export const loadedItem = <T extends Item>(held: LoadedPages<T>, id: string): T | undefined =>
  held.pages.flatMap((page) => page.items).find((item) => item.id === id);

/** The list with an updated item in its old place. */
export const replaced = <T extends Item>(held: LoadedPages<T>, item: T): LoadedPages<T> =>
  withItems(held, (items) => items.map((one) => (one.id === item.id ? item : one)));

/** The list without an item; its total is one less if the item was in it. */
export const without = <T extends Item>(held: LoadedPages<T>, id: string): LoadedPages<T> =>
  loadedItem(held, id)
    ? countedBy(
        withItems(held, (items) => items.filter((one) => one.id !== id)),
        -1,
      )
    : held;

/** The list with an item at its top, new or moved there. */
export function onTop<T extends Item>(held: LoadedPages<T>, item: T): LoadedPages<T> {
  const rest = countedBy(without(held, item.id), 1);
  const [first, ...others] = rest.pages;
  return first ? { ...rest, pages: [{ ...first, items: [item, ...first.items] }, ...others] } : held;
}
