import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './child.ts';

const LOCKS = ['package-lock.json', 'tools/runtime/package-lock.json', 'tools/postgres/package-lock.json'];

/** Versions below these have known holes; the identifiers are those of the advisories that the maintainers published. */
const FLOORS: Record<string, string> = {
  'engine.io': '6.6.10', // CVE-2026-102599: an upgrade without EIO ends the process
  'socket.io-parser': '4.2.7', // CVE-2026-69185, CVE-2026-33151: attachments fill the memory
  ws: '8.21.0', // CVE-2026-48779, CVE-2026-45736
  hono: '4.13.11', // GHSA-rmxm-3fg6-px4f, CVE-2026-54290, CVE-2026-44456, CVE-2026-22817
  '@hono/node-server': '2.1.3', // the same path bypass in serving files
  sharp: '0.35.3', // CVE-2026-33327, CVE-2026-33328, CVE-2026-35590, CVE-2026-35591 in libvips
  'drizzle-orm': '0.45.2', // CVE-2026-39356: injection through identifiers
  vite: '8.3.8', // CVE-2026-39364: the development server reads files
  'react-router': '7.18.0', // GHSA-wrjc-x8rr-h8h6: open redirect
  nodemailer: '10.0.5', // CVE-2026-90776: injection into SMTP
};

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function isBelow(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((text) => text.split(/[.-]/).map(Number));
  const at = b?.findIndex((part, i) => part !== a?.[i]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}

function checkPackage(
  lock: string,
  path: string,
  one: LockedPackage,
  all: Record<string, LockedPackage>,
): string[] {
  const where = `${lock}: ${nameOf(path)}`;
  const findings: string[] = [];
  if (/^https?:/.test(one.resolved ?? '')) findings.push(`${where} holds a download address`);
  if (!one.integrity) findings.push(`${where} has no integrity`);
  const floor = FLOORS[nameOf(path)];
  if (floor && one.version && isBelow(one.version, floor)) {
    findings.push(`${where} ${one.version} is below ${floor}, which mends a known hole`);
  }
  // Written on one platform, a lock file may miss the packages of the others; `npm ci` fails there.
  for (const name of Object.keys(one.optionalDependencies ?? {})) {
    if (!all[`${path}/node_modules/${name}`] && !all[`node_modules/${name}`]) {
      findings.push(`${where} misses the package ${name} of another platform`);
    }
  }
  return findings;
}

/** What is wrong with the lock files, a line each. */
export function checkLocks(): string[] {
  return LOCKS.flatMap((lock) => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, lock), 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    return Object.entries(packages)
      .filter(([path, one]) => path.includes('node_modules/') && !one.link)
      .flatMap(([path, one]) => checkPackage(lock, path, one, packages));
  });
}
