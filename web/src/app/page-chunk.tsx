import type { ComponentType } from 'react';
import { part } from '../lib/part.ts';

export interface PageChunk {
  Page: ComponentType;
  /** Loads the page before it is first drawn. */
  preload(): Promise<void>;
}

/** A page that is loaded when it is opened; one that was preloaded is drawn at once, without its fallback. */
export function pageChunk(load: () => Promise<{ default: ComponentType }>): PageChunk {
  let Known: ComponentType = part(load);
  return {
    Page: () => <Known />,
    async preload() {
      Known = (await load()).default;
    },
  };
}
