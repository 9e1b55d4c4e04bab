import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import rolldown from '../server/rolldown.config.ts';
import { ROOT } from './child.ts';
import { thirdPartyPage } from './licences.ts';
import { type LockEntries, nameOf, readLock, withDependencies } from './shipped-packages.ts';

/** Files and folders that are copied into the package unchanged. */
const CONTENTS = [
  'bin',
  'scripts/node-flags.mjs',
  'scripts/demo-settings.mjs',
  'scripts/require-node.mjs',
  'server/build/app',
  'server/migrations',
  'server/demo/pictures',
  'web/dist',
  'shared/LICENSE',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** Whether a file belongs into the package: the snapshots of migrations are for making further ones. */
const isShipped = (path: string) => !/migrations\/\w+\/meta\/\d+_snapshot\.json$/.test(path);

/**
 * The package's manifest. It names everything that the bundle loads at run time, with what that needs, by exact version,
 * so that everyone gets what was tested: npm ignores the lock file of a package that is installed from a file.
 */
function manifest(lock: LockEntries): object {
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;
  const { external } = rolldown as { external: string[] };
  const loaded = Object.keys(lock.server?.dependencies ?? {}).filter((name) => external.includes(name));
  const dependencies: Record<string, string> = {};
  const optionalDependencies: Record<string, string> = {};
  for (const path of withDependencies(lock, loaded, 'server')) {
    const { version = '', optional } = lock[path] ?? {};
    const name = nameOf(path);
    const ofItsKind = optional ? optionalDependencies : dependencies;
    if (ofItsKind[name]) throw new Error(`The package can contain only one version of ${name}`);
    ofItsKind[name] = version;
  }
  return {
    name: 'selvedge',
    version: own.version,
    description: own.description,
    license: own.license,
    type: 'module',
    bin: { selvedge: 'bin/selvedge.mjs' },
    engines: { node: '>=24' },
    dependencies,
    optionalDependencies,
  };
}

/** What ships, and what is bundled into it, in CycloneDX's format: from the lock file alone. */
export const billOfMaterials = (): string =>
  execFileSync(
    'npm',
    [
      ...['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
      ...['shared', 'server', 'web'].flatMap((workspace) => ['--workspace', workspace]),
    ],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );

/**
 * Packs what runs, without sources, tests and the packages that only these need, into `selvedge-<version>.tgz`.
 * @param folder where the file is written
 * @returns its path
 */
export function pack(folder: string): string {
  const lock = readLock();
  const draft = mkdtempSync(join(tmpdir(), 'selvedge-release-'));
  try {
    for (const path of CONTENTS)
      cpSync(join(ROOT, path), join(draft, path), { recursive: true, filter: isShipped });
    writeFileSync(join(draft, 'package.json'), JSON.stringify(manifest(lock), null, 2));
    writeFileSync(join(draft, 'THIRD-PARTY.md'), thirdPartyPage(lock));
    writeFileSync(join(draft, 'sbom.json'), billOfMaterials());
    const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: draft,
      encoding: 'utf8',
    });
    return join(folder, name.trim());
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Makes the package in the project's folder. @returns the exit code */
export function release(): number {
  const file = pack(ROOT);
  console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
  return 0;
}
