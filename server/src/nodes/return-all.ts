import type { Bus } from './bus.ts';

/** Letters are lost in bursts: clients are disconnected once for a burst, and then ask for everything at once. */
const TOGETHER_MS = 1_000;

/** Disconnects this node's clients when letters of another node were lost: reconnecting, they ask what they missed. */
export function returnAllWhenLost(bus: Bus, doors: { cutAll(): void }[]): void {
  let isScheduled = false;
  bus.onLost(() => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      for (const door of doors) door.cutAll();
    }, TOGETHER_MS).unref();
  });
}
