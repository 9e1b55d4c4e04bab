// Prints what the changelog says about a tag: `node scripts/release-notes.ts v1.2.3`. It fails if the tag, the version,
// the changelog and the recorded migrations do not belong together.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface ReleaseFiles {
  /** Of package.json. */
  version: string;
  changelog: string;
  /** The versions in released.json. */
  recorded: string[];
}

/** The section of a version in a changelog, without its heading; null if there is none. */
export function sectionOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((one) => /^\[?([^\]\s]+)/.exec(one)?.[1] === version);
  return section === undefined ? null : section.slice(section.indexOf('\n')).trim();
}

/** What keeps a tag from being released: in plain words, with the remedy. */
export function problemsOf(tag: string, { version, changelog, recorded }: ReleaseFiles): string[] {
  const problems: string[] = [];
  if (tag !== `v${version}`) problems.push(`The tag is ${tag}, but package.json has version ${version}.`);
  if (!sectionOf(changelog, version)) problems.push(`CHANGELOG.md has no section "## [${version}]".`);
  if (!recorded.includes(version))
    problems.push(`server/migrations/released.json does not have the migrations of ${version}.`);
  if (problems.length > 0) problems.push('`node scripts/prepare-release.ts <version>` writes all three.');
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const files: ReleaseFiles = {
    version: (JSON.parse(read('package.json')) as { version: string }).version,
    changelog: read('CHANGELOG.md'),
    recorded: Object.keys(JSON.parse(read('server/migrations/released.json')) as object),
  };
  const problems = problemsOf(process.argv[2] ?? '', files);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(sectionOf(files.changelog, files.version));
}
