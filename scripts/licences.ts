import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { ROOT } from './child.ts';
import { type LockEntries, nameOf, shippedPackages } from './shipped-packages.ts';

/** The licences, by SPDX id, whose works may be part of one under the AGPL, version 3 or later. */
const FITTING = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
];

/** Of packages that name their licence in a form that npm does not record. */
const READ_BY_US: Record<string, string> = { 'xmlhttprequest-ssl': 'MIT' };

const licenceOf = (lock: LockEntries, path: string): string =>
  lock[path]?.license ?? READ_BY_US[nameOf(path)] ?? '';

function fits(licence: string): boolean {
  try {
    return satisfies(licence, FITTING);
  } catch {
    // It is no SPDX expression.
    return false;
  }
}

/** The packages that ship under a licence that does not fit this project's, one per line. */
export const checkLicences = (lock: LockEntries): string[] =>
  shippedPackages(lock)
    .filter((path) => !fits(licenceOf(lock, path)))
    .map((path) => `${nameOf(path)} ships under "${licenceOf(lock, path)}", which does not fit the AGPL`);

const IS_LICENCE = /^(licen[cs]e|copying|notice)/i;

/** The texts of a package's licence files; none for one that is not installed here, such as another platform's. */
function textsOf(path: string): string[] {
  const folder = join(ROOT, path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && IS_LICENCE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
}

/** A Markdown page that names every package that ships, its version and licence, with the licences' texts. */
export function thirdPartyPage(lock: LockEntries): string {
  const sections = shippedPackages(lock).map((path) => {
    const heading = `## ${nameOf(path)} ${lock[path]?.version ?? ''}\n\n${licenceOf(lock, path)}`;
    return [heading, ...textsOf(path).map((text) => `\`\`\`\`text\n${text}\n\`\`\`\``)].join('\n\n');
  });
  return [
    '# Packages by others',
    'Selvedge contains these packages, or parts of them.',
    ...sections,
    '',
  ].join('\n\n');
}
