import type { ComponentType } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';

export interface PageChunk {
  Page: ComponentType;
  /** Loads the page before it is first rendered. */
  preload(): Promise<void>;
}

/** A page in a chunk of its own, loaded when it is opened; a preloaded page renders at once, without the fallback. */
export function pageChunk(load: () => Promise<{ default: ComponentType }>): PageChunk {
  let Known: ComponentType = lazyChunk(load);
  return {
    Page: () => <Known />,
    async preload() {
      Known = (await load()).default;
    },
  };
}
