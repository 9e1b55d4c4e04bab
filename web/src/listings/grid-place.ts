import type { GridStateSnapshot } from 'react-virtuoso';

/** The position of a grid in the page and the sizes of its parts, in pixels. */
export interface GridPlace {
  height: number;
  snapshot: GridStateSnapshot;
}

// The places of long grids that were left, by their entry in the history.
const left = new Map<string, GridPlace>();

export const placeLeft = (entry: string): GridPlace | null => left.get(entry) ?? null;

export function rememberPlace(entry: string, place: GridPlace): void {
  left.set(entry, place);
}

/** Measures a rendered grid of cards; null when it has none. */
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
