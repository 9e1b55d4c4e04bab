import { getConnInfo } from '@hono/node-server/conninfo';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '../../config.ts';
import { isInSubnet, isLoopbackHost, parseIpAddress } from '../core/ip-address.ts';
import type { Logger } from '../observability/log.ts';
import type { Env } from './endpoint.ts';

/** Bounds the log: anyone can send the header. */
const WARNED_MAX = 5;
/** Page views that are counted before their addresses are compared. */
const VIEWS = 200;
const MOST = 0.9;

function mostlyFrom(views: Map<string, number>): string | null {
  const most = [...views].find(([, count]) => count >= MOST * VIEWS);
  return most?.[0] ?? null;
}

/** Warns of what seems a proxy that TRUST_PROXY does not name: its visitors share one rate limit. */
export function warnOfProxies({
  trustProxy,
  publicUrl,
  log,
}: Pick<Config, 'trustProxy' | 'publicUrl'> & { log: Logger }): MiddlewareHandler<Env> {
  if (trustProxy === true) return (_, next) => next();
  const isTrusted = (text: string): boolean => {
    const address = parseIpAddress(text);
    return trustProxy !== false && address !== null && trustProxy.some((proxy) => isInSubnet(address, proxy));
  };
  const warned = new Set<string>();
  const warn = (address: string, sign: string): void => {
    if (warned.has(address) || warned.size >= WARNED_MAX || isTrusted(address)) return;
    warned.add(address);
    log.warn(
      { address },
      `${sign}: if it is your proxy, set TRUST_PROXY to this address. Until then, all visitors share its rate limits.`,
    );
  };
  const views = new Map<string, number>();
  let counted = 0;
  // Without a public address, the operator is alone with it.
  const isCounting = !isLoopbackHost(new URL(publicUrl).hostname);
  const count = (address: string): void => {
    views.set(address, (views.get(address) ?? 0) + 1);
    counted += 1;
    if (counted < VIEWS) return;
    const most = mostlyFrom(views);
    if (most !== null) warn(most, 'Nearly all page views come from one address');
    views.clear();
    counted = 0;
  };

  return (c, next) => {
    const address = getConnInfo(c).remote.address ?? 'unknown';
    if (c.req.header('x-forwarded-for') !== undefined)
      warn(address, 'Requests with X-Forwarded-For come from an address that is not trusted');
    if (isCounting && c.req.header('accept')?.includes('text/html')) count(address);
    return next();
  };
}
