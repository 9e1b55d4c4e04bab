import { existsSync } from 'node:fs';
import { installPackage, mayInstallPackages, onPath } from './machine-package.ts';

export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** The path of an installed proxy; it may be in /usr/sbin, which is not on every user's PATH. */
export const ownProxy = (name: ProxyName): string | undefined =>
  [...onPath([name]), `/usr/sbin/${name}`].find(existsSync);

/** Installs missing proxies for the tests, if this process may. @returns those that are still missing */
export async function findProxies(): Promise<ProxyName[]> {
  const isMissing = (name: ProxyName) => !ownProxy(name);
  for (const name of PROXIES.filter(isMissing)) {
    if (!mayInstallPackages()) break;
    console.log(`     installing ${name} for the tests …`);
    await installPackage(name);
  }
  return PROXIES.filter(isMissing);
}
