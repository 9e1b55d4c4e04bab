import type { ComponentType } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';

interface PageChunk {
  Page: ComponentType;
  /** Loads the page before it is first rendered. */
  preload(): Promise<void>;
}

/** A page in its own lazy chunk; once preloaded it renders immediately, without the fallback. */
export function pageChunk(load: () => Promise<{ default: ComponentType }>): PageChunk {
  let Loaded: ComponentType = lazyChunk(load);
  return {
    Page: () => <Loaded />,
    async preload() {
      Loaded = (await load()).default;
    },
  };
}
