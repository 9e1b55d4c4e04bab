import type { GridStateSnapshot } from 'react-virtuoso';

/** Where a grid stands in the page and how large its parts are, in pixels. */
export interface GridPlace {
  height: number;
  snapshot: GridStateSnapshot;
}

// Where long grids stood when they were left, by the entry of the history they belong to.
const left = new Map<string, GridPlace>();

export const placeLeft = (entry: string): GridPlace | null => left.get(entry) ?? null;

export function rememberPlace(entry: string, place: GridPlace): void {
  left.set(entry, place);
}

/** Measures a grid of cards that are drawn; null when there are none. */
export function measureGrid(grid: HTMLElement | null): GridPlace | null {
  const card = grid?.firstElementChild?.getBoundingClientRect();
  if (!grid || !card) return null;
  const box = grid.getBoundingClientRect();
  const { rowGap, columnGap } = getComputedStyle(grid);
  return {
    height: box.height,
    snapshot: {
      item: { width: card.width, height: card.height },
      gap: { row: Number.parseFloat(rowGap), column: Number.parseFloat(columnGap) },
      viewport: { width: box.width, height: innerHeight },
      scrollTop: Math.max(0, -box.top),
    },
  };
}
