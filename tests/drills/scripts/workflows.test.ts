import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readWorkflow } from '../../../scripts/workflow-check.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VERSION = '98.7.6';

/** Stands in for GitHub's command: records its arguments, and that the files among them exist. */
const GH = `#!/bin/sh
printf '%s\\n' "$@" > "$GH_CALLS"
for word in "$@"; do case "$word" in *.tgz|*.json|SHA256SUMS|*.md) test -s "$word" || exit 1;; esac; done
`;

test('a release is made in a clone', () => {
  const dir = makeTempDir();
  // It has all packages in it.
  onTestFinished(() => dir.remove(), 300_000);
  const clone = join(dir.path, 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone]);
  const tools = join(dir.path, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'gh'), GH);
  chmodSync(join(tools, 'gh'), 0o755);
  const calls = join(dir.path, 'calls');
  const env = {
    ...process.env,
    PATH: [tools, dirname(process.execPath), process.env.PATH].join(delimiter),
    GITHUB_REF_NAME: `v${VERSION}`,
    GH_CALLS: calls,
    // The tests' own settings are not those of the clone.
    TMPDIR: dir.path,
  };
  const { jobs } = readWorkflow('.github/workflows/release.yml');
  /** Runs all `run` steps of a job as GitHub does. @returns the output of the first that fails */
  const runJob = (name: string) => {
    for (const { run, 'working-directory': folder = '.' } of jobs[name]?.steps ?? []) {
      if (!run) continue;
      const { status, stdout, stderr } = spawnSync(
        'bash',
        ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
        { cwd: join(clone, folder), env, encoding: 'utf8' },
      );
      if (status !== 0) return `${run}\n${stdout}${stderr}`;
    }
    return null;
  };

  // A tag alone makes no release.
  expect(runJob('package')).toContain(`package.json has version`);
  execFileSync('rm', ['-r', 'release'], { cwd: clone });
  execFileSync(process.execPath, ['scripts/prepare-release.ts', VERSION], { cwd: clone, env, stdio: 'pipe' });
  expect(runJob('package')).toBeNull();
  const release = join(clone, 'release');
  expect(readdirSync(release).sort()).toEqual([
    ...['SHA256SUMS', 'notes.md', 'sbom.cdx.json', `selvedge-${VERSION}.tgz`, 'selvedge.tgz'],
  ]);
  const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' });
  expect(checked.split('\n').filter(Boolean)).toEqual([`selvedge-${VERSION}.tgz: OK`, 'sbom.cdx.json: OK']);
  expect(readFileSync(join(release, 'notes.md'), 'utf8')).toContain('### Added');
  expect(JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8'))).toMatchObject({
    bomFormat: 'CycloneDX',
  });

  expect(runJob('release')).toBeNull();
  expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual([
    ...['release', 'create', `v${VERSION}`, '--verify-tag', '--title', `v${VERSION}`],
    ...['--notes-file', 'notes.md', `selvedge-${VERSION}.tgz`, 'sbom.cdx.json', 'SHA256SUMS'],
  ]);
}, 900_000);
