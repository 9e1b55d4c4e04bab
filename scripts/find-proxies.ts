import { existsSync } from 'node:fs';
import { installPackage, mayInstallPackages, onPath } from './machine-package.ts';

export const PROXIES = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** The machine's own program of a name; those for servers lie where ordinary people's PATH does not lead. */
export const ownProxy = (name: ProxyName): string | undefined =>
  [...onPath([name]), `/usr/sbin/${name}`].find(existsSync);

/** Has the proxies on the machine that the tests can have there. @returns those that are not there. */
export async function findProxies(): Promise<ProxyName[]> {
  const isMissing = (name: ProxyName) => !ownProxy(name);
  for (const name of PROXIES.filter(isMissing)) {
    if (!mayInstallPackages()) break;
    console.log(`     installing ${name} for the tests …`);
    await installPackage(name);
  }
  return PROXIES.filter(isMissing);
}
