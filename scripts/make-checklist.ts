import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASVS_REQUIREMENTS } from '../tests/support/contract/asvs.ts';
import { ROOT } from './child.ts';
import {
  ASVS,
  asvsErrors,
  PROMISES,
  promiseErrors,
  type Requirement,
  type SecurityPromise,
  STATES,
} from './promises.ts';
import { readTaggedTests, type TaggedTest } from './test-tags.ts';

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[]) =>
  [row(...head), `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
const section = (title: string, content: string) => `## ${title}\n\n${content}\n`;

/** Each file once, with the number of its tests if it has several. */
function filesOf(tests: TaggedTest[]): string {
  const counts = new Map<string, number>();
  for (const { path } of tests) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([path, count]) => `\`${path}\`${count > 1 ? ` (${count})` : ''}`).join(', ');
}

function promiseRow({ id, promise, reason }: SecurityPromise, tests: TaggedTest[]): string {
  const own = tests.filter(({ tags }) => tags.includes(id));
  return row(`\`${id}\``, promise, reason === undefined ? filesOf(own) : `none: ${reason}`);
}

function checklistPage(tests: TaggedTest[]): string {
  const intro = `# Security promises and their tests

\`npm run checklist\` writes this page from the tags of the tests. Paths are below \`tests\`, with the number of tests if a file has several.
\`npx vitest run --tags-filter ID\` and \`npx playwright test --grep @ID\` run the tests of one promise; those in \`drills\` and
\`e2e/full\` also need \`SELVEDGE_TEST_DRILLS=1\`.
`;
  const sections = PROMISES.map(({ chapter, promises }) =>
    section(
      chapter,
      table(
        ['id', 'promise', 'tests'],
        promises.map((one) => promiseRow(one, tests)),
      ),
    ),
  );
  return [intro, ...sections].join('\n');
}

const LEVELS = new Map(ASVS_REQUIREMENTS.map((one) => one.split(' ') as [string, string]));
const stateOf = ({ state }: Requirement) => state ?? 'met';

function requirementRow(one: Requirement): string {
  const proof = one.promise === undefined ? `${stateOf(one)}: ${one.reason}` : `\`${one.promise}\``;
  const number = LEVELS.get(one.number) === '1' ? `**${one.number}**` : one.number;
  return row(number, one.requirement, proof);
}

function countsRow(level: string): string {
  const all = ASVS.flatMap(({ requirements }) => requirements).filter(
    ({ number }) => LEVELS.get(number) === level,
  );
  return row(`Level ${level}`, ...STATES.map((state) => all.filter((one) => stateOf(one) === state).length));
}

function asvsPage(): string {
  const intro = `# OWASP ASVS 5.0, levels 1 and 2

Each requirement of the [OWASP Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS), in our own words, is met by
the tests of a promise in the [security checklist](security-checklist.md), or has a reason. Bold numbers are of level 1.
The product does not use WebRTC (chapter 17). \`npm run checklist\` writes this page.

${table(['', ...STATES], [countsRow('1'), countsRow('2')])}
`;
  const sections = ASVS.map(({ chapter, requirements }) =>
    section(chapter, table(['number', 'requirement', 'promise or reason'], requirements.map(requirementRow))),
  );
  return [intro, ...sections].join('\n');
}

/** The text of each page, by its path. */
export const checklistPages = (tests: TaggedTest[]): Record<string, string> => ({
  'docs/security-checklist.md': checklistPage(tests),
  'docs/asvs.md': asvsPage(),
});

/** Everything that is wrong with the promises, the requirements and the tags, as lines to print. */
export function checklistErrors(tests: TaggedTest[]): string[] {
  const promises = PROMISES.flatMap((one) => one.promises);
  const proven = promises.filter(({ id }) => tests.some(({ tags }) => tags.includes(id)));
  return [
    ...promiseErrors(promises, tests),
    ...asvsErrors(
      ASVS.flatMap((one) => one.requirements),
      proven.map(({ id }) => id),
    ),
  ];
}

/** Writes the security checklist and the ASVS table. @returns the exit code */
export function makeChecklist(): number {
  const tests = readTaggedTests();
  const errors = checklistErrors(tests);
  if (errors.length > 0) {
    console.error(errors.join('\n'));
    return 1;
  }
  for (const [path, text] of Object.entries(checklistPages(tests))) writeFileSync(join(ROOT, path), text);
  return 0;
}
