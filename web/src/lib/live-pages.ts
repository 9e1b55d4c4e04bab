import { COUNT_MAX } from '@selvedge/shared/limits';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from './use-pages.ts';

/** A list as `usePages` holds it. */
export type HeldPages<T> = InfiniteData<ListPage<T>, string>;

interface Item {
  id: string;
}

const withItems = <T>(held: HeldPages<T>, change: (items: T[]) => T[]): HeldPages<T> => ({
  ...held,
  pages: held.pages.map((page) => ({ ...page, items: change(page.items) })),
});

/** Of a list that is only counted up to `COUNT_MAX`, one less is still more than that. */
const isExact = (total: number | null): total is number => total !== null && total <= COUNT_MAX;

const countedBy = <T>(held: HeldPages<T>, more: number): HeldPages<T> => ({
  ...held,
  pages: held.pages.map((page) => ({ ...page, total: isExact(page.total) ? page.total + more : page.total })),
});

export const heldItem = <T extends Item>(held: HeldPages<T>, id: string): T | undefined =>
  held.pages.flatMap((page) => page.items).find((item) => item.id === id);

/** The list with an updated item in its old place. */
export const replaced = <T extends Item>(held: HeldPages<T>, item: T): HeldPages<T> =>
  withItems(held, (items) => items.map((one) => (one.id === item.id ? item : one)));

/** The list without an item; its total is one less if the item was in it. */
export const without = <T extends Item>(held: HeldPages<T>, id: string): HeldPages<T> =>
  heldItem(held, id)
    ? countedBy(
        withItems(held, (items) => items.filter((one) => one.id !== id)),
        -1,
      )
    : held;

/** The list with an item at its top, new or moved there. */
export function onTop<T extends Item>(held: HeldPages<T>, item: T): HeldPages<T> {
  const rest = countedBy(without(held, item.id), 1);
  const [first, ...others] = rest.pages;
  return first ? { ...rest, pages: [{ ...first, items: [item, ...first.items] }, ...others] } : held;
}
