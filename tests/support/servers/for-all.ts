import { afterAll, beforeAll } from 'vitest';

/**
 * What `start` returns, for all tests of the enclosing block: started before the first of them, closed after the
 * last. Only hooks and tests can use it.
 */
export function forAll<T extends { close(): Promise<unknown> }>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  function current(): T {
    if (!started) throw new Error('it is started before the first test, and not used earlier');
    return started;
  }
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  });
}
