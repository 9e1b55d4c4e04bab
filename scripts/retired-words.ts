import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ROOT } from './child.ts';

const SOURCES = '{server/src,server/demo,web/src,shared/src,tests,scripts}/**/*.{ts,tsx,mts,mjs,css}';
const EXPORT = /^export (?:default )?(?:async )?(?:const|function|class|type|interface) (\w+)/gm;
/** The standard term for data that a model was not tuned on. */
const ALLOWED = /held[-_]out/i;

/** `keptUser` and `kept-user` are `kept` and `user`. */
const wordsOf = (name: string): string[] =>
  (name.replace(ALLOWED, '').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

/** The words that the glossary's second table retires. */
function retiredWords(glossary: string): Set<string> {
  const [, table = ''] = glossary.split('## Retired words');
  const cells = [...table.matchAll(/^\| ([a-z, ]+) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  return new Set(cells.filter((word) => word !== 'retired'));
}

/** Names of files and exports that contain a retired word, as lines to print. */
export function findRetiredWords(): string[] {
  const retired = retiredWords(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'));
  if (retired.size === 0) return ['docs/glossary.md lists no retired words'];
  const findings: string[] = [];
  const judge = (name: string, where: string) => {
    const word = wordsOf(name).find((one) => retired.has(one));
    if (word) findings.push(`${where}: ${name} contains "${word}"; see docs/glossary.md for the word to use`);
  };
  for (const path of globSync(SOURCES, { cwd: ROOT })) {
    for (const part of path.split(sep)) judge(part.split('.')[0] ?? '', path);
    for (const [, name = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(EXPORT)) judge(name, path);
  }
  return findings;
}
