import { Resolver } from 'node:dns/promises';
import { onTestFinished, vi } from 'vitest';

/** Lets name servers answer with this address for a name, which no public name server does; others are asked as ever. */
export function resolveTo(name: string, address: string): void {
  const ask = Resolver.prototype.resolve4 as (host: string) => Promise<string[]>;
  const mock = vi.spyOn(Resolver.prototype, 'resolve4');
  mock.mockImplementation(async function (this: Resolver, host: string) {
    return host === name ? [address] : ask.call(this, host);
  } as typeof Resolver.prototype.resolve4);
  onTestFinished(() => mock.mockRestore());
}
