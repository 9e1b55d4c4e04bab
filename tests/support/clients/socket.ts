import { randomUUID } from 'node:crypto';
import type { ClientToServer, ServerToClient } from '@selvedge/shared/platform/realtime';
import type { Socket } from 'socket.io-client';
import { vi } from 'vitest';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { World } from '../world.ts';

export type Client = Socket<ServerToClient, ClientToServer>;

/** Resolves with the next event `name`. */
export const next = <T>(client: Client, name: string): Promise<T> =>
  // Socket.IO types each event separately, so the caller states the expected type.
  new Promise((resolve) =>
    (client as unknown as { once(n: string, f: (v: T) => void): void }).once(name, resolve),
  );

/** Opens a member's tab. It is in its rooms from then on, and `received` has the events of these names. */
export async function openTab(world: World, as: Actor, ...names: string[]) {
  const client: Client = await world.connect(as);
  const received: unknown[] = [];
  client.onAny((name: string, event: unknown) => {
    if (names.includes(name)) received.push(event);
  });
  await next(client, 'unread');
  return { client, received };
}

/** Resolves when the sockets have received all events so far: events arrive in order. */
export async function settle(world: World, ...clients: Client[]): Promise<void> {
  const last = clients.map((client) => next(client, 'person:removed'));
  world.product.publish.toEveryone('person:removed', { id: randomUUID() });
  await Promise.all(last);
}

/** Runs `connect`. @returns a function that lets the access token of the socket it opens expire at once */
export async function expiryOf(connect: () => Promise<unknown>): Promise<() => void> {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await connect();
  // The token's 15 minutes and 30 seconds of grace; no other timer is as long.
  const [expire] = timers.mock.calls.find(([, ms = 0]) => ms > 900_000 && ms <= 930_000) ?? [];
  timers.mockRestore();
  if (!expire) throw new Error('nothing ends the socket when its token expires');
  return expire;
}
