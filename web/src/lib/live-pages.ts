import { COUNT_MAX } from '@selvedge/shared/platform/limits';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from './use-pages.ts';

/** A list as `usePages` caches it. */
export type LoadedPages<T> = InfiniteData<ListPage<T>, string>;

interface Item {
  id: string;
}

const withItems = <T>(list: LoadedPages<T>, change: (items: T[]) => T[]): LoadedPages<T> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/** A total above `COUNT_MAX` is capped, so removing one item does not change it. */
const isExact = (total: number | null): total is number => total !== null && total <= COUNT_MAX;

const withTotalChanged = <T>(list: LoadedPages<T>, more: number): LoadedPages<T> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, total: isExact(page.total) ? page.total + more : page.total })),
});

export function loadedItem<T extends Item>(list: LoadedPages<T>, id: string): T | undefined {
  return list.pages.flatMap((page) => page.items).find((item) => item.id === id);
}

/** The list with the updated item in its old position. */
export function replaced<T extends Item>(list: LoadedPages<T>, item: T): LoadedPages<T> {
  return withItems(list, (items) => items.map((one) => (one.id === item.id ? item : one)));
}

/** The list without an item; decrements the total if the item was in it. */
export function without<T extends Item>(list: LoadedPages<T>, id: string): LoadedPages<T> {
  return loadedItem(list, id)
    ? withTotalChanged(
        withItems(list, (items) => items.filter((one) => one.id !== id)),
        -1,
      )
    : list;
}

/** The list with an item at its top, whether new or moved there. */
export function onTop<T extends Item>(list: LoadedPages<T>, item: T): LoadedPages<T> {
  const rest = withTotalChanged(without(list, item.id), 1);
  const [first, ...others] = rest.pages;
  return first ? { ...rest, pages: [{ ...first, items: [item, ...first.items] }, ...others] } : list;
}
