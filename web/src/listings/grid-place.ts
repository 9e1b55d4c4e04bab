import type { GridStateSnapshot } from 'react-virtuoso';

/** Where a grid stands in the page and how large its parts are, in pixels. */
export interface GridPlace {
  height: number;
  snapshot: GridStateSnapshot;
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
