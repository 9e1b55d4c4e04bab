import type { GridStateSnapshot } from 'react-virtuoso';

/** The position of a grid in the page and its measurements, in pixels. */
export interface GridPlace {
  height: number;
  snapshot: GridStateSnapshot;
}

// The positions of long grids, by their history entry.
const places = new Map<string, GridPlace>();

export function storedPlace(entry: string): GridPlace | null {
  return places.get(entry) ?? null;
}

export function storePlace(entry: string, place: GridPlace): void {
  places.set(entry, place);
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
