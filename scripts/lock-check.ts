import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './child.ts';

const LOCKS = ['package-lock.json', 'tools/runtime/package-lock.json', 'tools/postgres/package-lock.json'];

/** Versions below these have known vulnerabilities, with the ids of the maintainers' advisories. */
const MIN_VERSIONS: Record<string, string> = {
  'engine.io': '6.6.10', // CVE-2026-102599: an upgrade without EIO crashes the process
  'socket.io-parser': '4.2.7', // CVE-2026-69185, CVE-2026-33151: attachments fill the memory
  ws: '8.21.0', // CVE-2026-48779, CVE-2026-45736
  hono: '4.13.11', // GHSA-rmxm-3fg6-px4f, CVE-2026-54290, CVE-2026-44456, CVE-2026-22817
  '@hono/node-server': '2.1.3', // the same path bypass when serving files
  sharp: '0.35.3', // CVE-2026-33327, CVE-2026-33328, CVE-2026-35590, CVE-2026-35591 in libvips
  'drizzle-orm': '0.45.2', // CVE-2026-39356: injection through identifiers
  vite: '8.3.8', // CVE-2026-39364: the development server reads files
  'react-router': '7.18.0', // GHSA-wrjc-x8rr-h8h6: open redirect
  nodemailer: '10.0.5', // CVE-2026-90776: injection into SMTP
};

/**
 * The lock files need a build of each native package for these platforms: otherwise `npm ci` or the
 * start fails there.
 */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
const NATIVE: Record<string, (platform: string) => string> = {
  sharp: (platform) => `@img/sharp-${platform}`,
  '@node-rs/argon2': (platform) => `@node-rs/argon2-${asTriple(platform)}`,
  '@biomejs/biome': (platform) => `@biomejs/cli-${platform}`,
  rolldown: (platform) => `@rolldown/binding-${asTriple(platform)}`,
  lightningcss: (platform) => `lightningcss-${asTriple(platform)}`,
};
const asTriple = (platform: string) =>
  platform.replace(/^(linux-.*)/, '$1-gnu').replace(/^(win32-.*)/, '$1-msvc');

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, Locked>;

const FOLDER = 'node_modules/';
const isInstalled = (path: string) => path.includes(FOLDER);
const nameOf = (path: string) => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/** Whether a version is below `floor`; a pre-release counts as its release. */
function isBelow(version: string, floor: string): boolean {
  const [a = [], b = []] = [version, floor].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const at = b.findIndex((part, i) => part !== a[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

function checkInstalled(path: string, one: Locked): string[] {
  const name = nameOf(path);
  const findings: string[] = [];
  if (one.resolved) findings.push(`${name} is fetched from a URL instead of the registry`);
  if (!one.integrity) findings.push(`${name} has no integrity hash`);
  const floor = MIN_VERSIONS[name];
  if (floor && one.version && isBelow(one.version, floor)) {
    findings.push(`${name} ${one.version} is below ${floor}, which fixes a known vulnerability`);
  }
  return findings;
}

/** Our own dependencies are pinned to exact versions, so that everyone gets what was tested. */
function checkPinned(path: string, one: Locked): string[] {
  return Object.entries({ ...one.dependencies, ...one.devDependencies, ...one.optionalDependencies })
    .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+[\w.-]*$/.test(version))
    .map(
      ([name, version]) => `${path || 'the root'} requires ${name} ${version}, which is not an exact version`,
    );
}

/** A lock file written on one platform may lack the packages of others, where `npm ci` then fails. */
function checkPlatforms(path: string, one: Locked, packages: Packages): string[] {
  const declared = Object.keys(one.optionalDependencies ?? {});
  const native = NATIVE[nameOf(path)];
  const needed = native && isInstalled(path) ? PLATFORMS.map(native) : [];
  const isLocked = (name: string) => packages[`${path}/${FOLDER}${name}`] ?? packages[`${FOLDER}${name}`];
  return [...new Set([...declared, ...needed])]
    .filter((name) => !isLocked(name))
    .map((name) => `${nameOf(path) || 'the root'} lacks ${name}, the package for another platform`);
}

function checkLock(lock: string): string[] {
  // npm's lock files, version 3, have this shape.
  const { packages } = JSON.parse(readFileSync(join(ROOT, lock), 'utf8')) as { packages: Packages };
  const findings = Object.entries(packages)
    .filter(([, one]) => !one.link)
    .flatMap(([path, one]) => [
      ...(isInstalled(path) ? checkInstalled(path, one) : checkPinned(path, one)),
      ...checkPlatforms(path, one, packages),
    ]);
  return findings.map((finding) => `${lock}: ${finding}`);
}

/** Entries above for packages that are no longer installed are mistakes. */
function checkMinVersions(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Packages;
  };
  const locked = new Set(Object.keys(packages).filter(isInstalled).map(nameOf));
  const unused = [...Object.keys(MIN_VERSIONS), ...Object.keys(NATIVE)].filter((name) => !locked.has(name));
  return unused.map(
    (name) => `package-lock.json: ${name} is listed in scripts/lock-check.ts but no longer installed`,
  );
}

/** The problems in the lock files, one per line. */
export const checkLocks = (): string[] => [...LOCKS.flatMap(checkLock), ...checkMinVersions()];
