import type { Bus } from './bus.ts';

/** Messages are lost in bursts: clients are disconnected once per burst, and so sync only once. */
const BURST_MS = 1_000;

/** Disconnects this node's clients when bus messages were lost: after reconnecting, they sync what they missed. */
export function reconnectClientsWhenLost(bus: Bus, hubs: { disconnectAll(): void }[]): void {
  let isScheduled = false;
  bus.onLost(() => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      for (const hub of hubs) hub.disconnectAll();
    }, BURST_MS).unref();
  });
}
