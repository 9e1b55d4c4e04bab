import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ASVS_REQUIREMENTS } from '../../support/contract/asvs.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Each promise of a page with its proofs. */
const promisesOf = (page: string) =>
  page
    .split(/^- /m)
    .slice(1)
    .map((part) => {
      const [promise = '', ...lines] = part.split(/\n(?!$)/);
      return { promise, proofs: lines.flatMap((line) => /^ {2}- (.*)$/.exec(line.trimEnd())?.[1] ?? []) };
    });

/** Whether a file contains a test with this title, in any kind of quotes. */
function hasTest(path: string, title: string): boolean {
  if (path === '' || !existsSync(pathOf(path))) return false;
  const source = readFileSync(pathOf(path), 'utf8');
  return [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((literal) =>
    source.split(literal).some((before, i, parts) => i < parts.length - 1 && /\(\s*$/.test(before)),
  );
}

/** The errors of a page, one per line. */
const findings = (page: string): string[] =>
  promisesOf(page).flatMap(({ promise, proofs }) => {
    if (proofs.length === 0) return [`nothing proves: ${promise}`];
    return proofs.filter((proof) => {
      const [, path = '', title = ''] = /^`(tests\/[^`]+)`: (.+)$/.exec(proof) ?? [];
      return !/^Why not: .{30,}/.test(proof) && !hasTest(path, title);
    });
  });

const page = readFileSync(pathOf('docs/security-checklist.md'), 'utf8');

test('every promise names an existing test, or the reason why there is none', () => {
  expect(promisesOf(page).length).toBeGreaterThan(80);
  expect(findings(page)).toEqual([]);
});

test('a promise without proof, with a missing test or with too short a reason is detected', () => {
  const here = '`tests/server/security/checklist.test.ts`';
  expect(findings('- Nothing is under it.\n- Neither under this.\n')).toHaveLength(2);
  expect(findings(`- It holds.\n  - ${here}: no such title\n`)).toEqual([`${here}: no such title`]);
  expect(findings('- It holds.\n  - `tests/nowhere.test.ts`: a title\n')).toHaveLength(1);
  expect(findings('- It holds.\n  - Why not: because\n')).toHaveLength(1);
  expect(
    findings(
      `- It holds.\n  - ${here}: every promise names an existing test, or the reason why there is none\n`,
    ),
  ).toEqual([]);
});

interface Requirement {
  number: string;
  level: string;
  state: string;
  proof: string;
}

const requirementsOf = (text: string): Requirement[] =>
  text.split('\n').flatMap((line) => {
    const [, number = '', level = '', , state = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, level, state, proof }] : [];
  });

/** The errors in a table of requirements, one per line. */
const gaps = (requirements: Requirement[]): string[] => {
  const listed = requirements.map(({ number, level }) => `${number} ${level}`);
  return [
    ...ASVS_REQUIREMENTS.filter((one) => !listed.includes(one)).map((one) => `missing: ${one}`),
    ...listed.filter((one, i) => !ASVS_REQUIREMENTS.includes(one) || listed.indexOf(one) < i),
    ...requirements.flatMap(({ number, state, proof }) => {
      const [, path, title = ''] = /^`(tests\/[^`]+)`: (.+)$/.exec(proof) ?? [];
      if (path !== undefined) return state === 'met' && hasTest(path, title) ? [] : [`${number}: ${proof}`];
      const isReason = proof.length >= 12 && ['met', 'not applicable', 'open'].includes(state);
      return isReason ? [] : [`${number}: ${state} ${proof}`];
    }),
  ];
};

const asvs = readFileSync(pathOf('docs/asvs.md'), 'utf8');

test('every ASVS requirement of levels 1 and 2 has an existing test or a reason, and is counted', () => {
  const requirements = requirementsOf(asvs);
  expect(gaps(requirements)).toEqual([]);
  for (const level of ['1', '2']) {
    const counts = ['met', 'not applicable', 'open'].map(
      (state) => requirements.filter((one) => one.level === level && one.state === state).length,
    );
    expect(asvs).toContain(`| Level ${level} | ${counts.join(' | ')} |`);
  }
});

test('a missing, duplicated or unproven requirement is detected', () => {
  const all = requirementsOf(asvs);
  const [first] = all;
  if (!first) throw new Error('the table is empty');
  expect(gaps(all.slice(1))).toEqual([`missing: ${first.number} ${first.level}`]);
  expect(gaps([...all, first])).toHaveLength(1);
  for (const wrong of [
    { proof: '`tests/nowhere.test.ts`: a title' },
    { proof: 'No.' },
    { state: 'perhaps' },
  ]) {
    expect(gaps([{ ...first, ...wrong }, ...all.slice(1)])).toHaveLength(1);
  }
});
