import type { Bus } from './bus.ts';

/** What is lost is lost in bursts; clients that are cut ask once, for all of it. */
const TOGETHER_MS = 1_000;

/** Has whoever is connected come back and ask what they have missed, whenever something told by another node was lost. */
export function returnAllWhenLost(bus: Bus, doors: { cutAll(): void }[]): void {
  let isComing = false;
  bus.onLost(() => {
    if (isComing) return;
    isComing = true;
    setTimeout(() => {
      isComing = false;
      for (const door of doors) door.cutAll();
    }, TOGETHER_MS).unref();
  });
}
