import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DRILLS } from '../../scripts/faults.ts';
import { datedChangelog } from '../../scripts/prepare-release.ts';
import { problemsOf, sectionOf } from '../../scripts/release-notes.ts';
import { problemsIn, readWorkflow } from '../../scripts/workflow-check.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const jobs = (...lines: string[]) => ['jobs:', '  a:', ...lines.map((line) => `    ${line}`)];
const RUNS = 'runs-on: ubuntu-latest';
const HEAD = ['on: push', 'permissions: {}'];

describe('the check of workflows', () => {
  test.each([
    ['a misspelled key', [...HEAD, ...jobs('run-on: ubuntu-latest', 'steps: [{ run: ls }]')], 'run-on'],
    [
      'a job that does not exist',
      [...HEAD, ...jobs(RUNS, 'needs: b', 'steps: [{ run: ls }]')],
      'no dependencies',
    ],
    ['an expression', [...HEAD, ...jobs(RUNS, `steps: [{ run: "ls \${{ githb.ref }}" }]`)], 'githb'],
    ['a branch', [...HEAD, ...jobs(RUNS, 'steps: [{ uses: actions/checkout@main }]')], 'is not pinned'],
    ['no permissions', ['on: push', ...jobs(RUNS, 'steps: [{ run: ls }]')], 'permissions are missing'],
  ])('finds %s', async (_, lines, problem) => {
    expect((await problemsIn('some.yml', lines.join('\n'))).join('\n')).toContain(problem);
  });

  test('accepts a release or a commit of an action', async () => {
    const uses = (action: string) =>
      problemsIn('some.yml', [...HEAD, ...jobs(RUNS, `steps: [{ uses: ${action} }]`)].join('\n'));
    expect(await uses('actions/checkout@v5')).toEqual([]);
    expect(await uses(`docker/build-push-action@${'0a'.repeat(20)}`)).toEqual([]);
  });
});

test('every drill runs at night', () => {
  expect(globSync('.github/workflows/*.yml', { cwd: ROOT })).toHaveLength(2);
  const { faults } = readWorkflow('.github/workflows/test.yml').jobs as unknown as {
    faults: { strategy: { matrix: { drills: string[] } } };
  };
  const named = faults.strategy.matrix.drills.flatMap((group) => group.split(' '));
  expect(named.toSorted()).toEqual(Object.keys(DRILLS).sort());
});

const CHANGELOG = [
  '# Changelog',
  '',
  '## [Unreleased]',
  '',
  '### Added',
  '',
  '- A thing.',
  '',
  '## [0.9.0] - 2026-01-01',
  '',
  '- Old.',
  '',
].join('\n');

test('a release needs a tag that agrees with everything', () => {
  const changelog = datedChangelog(CHANGELOG, '1.0.0', '2026-03-14');
  expect(sectionOf(changelog, '1.0.0')).toBe('### Added\n\n- A thing.');
  expect(sectionOf(changelog, 'Unreleased')).toBe('');
  expect(sectionOf(changelog, '0.9.0')).toBe('- Old.');
  const files = { version: '1.0.0', changelog, recorded: ['1.0.0'] };
  expect(problemsOf('v1.0.0', files)).toEqual([]);
  expect(problemsOf('v1.0.1', files)[0]).toContain('The tag is v1.0.1, but package.json has version 1.0.0');
  expect(problemsOf('v1.0.0', { ...files, changelog: CHANGELOG })[0]).toContain('no section "## [1.0.0]"');
  expect(problemsOf('v1.0.0', { ...files, recorded: [] })[0]).toContain('released.json');
  expect(() => datedChangelog('# Changelog\n', '1.0.0', '2026-03-14')).toThrow('no section');
});
