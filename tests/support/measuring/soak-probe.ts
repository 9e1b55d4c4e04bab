import { readdirSync } from 'node:fs';
import { Server } from 'node:http';
import { collectGarbage } from './collect-garbage.ts';

/** A process's resources after garbage collection. */
export interface ResourceUsage {
  heapBytes: number;
  /** Open files and sockets. */
  files: number;
  timers: number;
}

// Loaded into a server before its entry (`--import`): reports to the parent process about the server.
process.on('message', () => {
  collectGarbage();
  process.send?.({
    heapBytes: process.memoryUsage().heapUsed,
    files: readdirSync('/proc/self/fd').length,
    timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
  } satisfies ResourceUsage);
});

// A deliberate leak: each connection adds an object that is never removed.
if (process.env.SELVEDGE_TEST_LEAK) {
  const leaked: unknown[] = [];
  const { emit } = Server.prototype;
  Server.prototype.emit = function leaky(this: Server, name: string | symbol, ...args: unknown[]) {
    if (name === 'upgrade') leaked.push(Array.from({ length: 1_000 }, Math.random));
    return Reflect.apply(emit, this, [name, ...args]);
  } as typeof emit;
}
