import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { ROOT } from './child.ts';

export interface TaggedTest {
  /** Below `tests`, with slashes. */
  path: string;
  tags: string[];
}

const SKIPPED = ['skip', 'todo', 'fixme'];

const isSkipped = ({ expression }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && SKIPPED.includes(expression.name.text);

/** The value of `tags` (vitest) or `tag` (Playwright) in the options of a test. */
function tagsOf(call: ts.CallExpression): ts.Expression | undefined {
  const [title, options] = call.arguments;
  if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return undefined;
  if (!options || !ts.isObjectLiteralExpression(options) || isSkipped(call)) return undefined;
  return options.properties
    .filter(ts.isPropertyAssignment)
    .find(({ name }) => ['tags', 'tag'].includes(name.getText()))?.initializer;
}

function literalsOf(value: ts.Expression): string[] {
  const all = ts.isArrayLiteralExpression(value) ? value.elements : [value];
  return all.map((one) => {
    if (!ts.isStringLiteral(one)) throw new Error(`a tag is no literal: ${one.getText()}`);
    return one.text.replace(/^@/, '');
  });
}

/** The tagged tests of a file, found by parsing it. Skipped tests prove nothing. */
export function taggedTests(path: string, source: string): TaggedTest[] {
  const tests: TaggedTest[] = [];
  const visit = (node: ts.Node): void => {
    const value = ts.isCallExpression(node) ? tagsOf(node) : undefined;
    if (value) tests.push({ path, tags: literalsOf(value) });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return tests;
}

/** All tagged tests, in the order of their paths. */
export function readTaggedTests(): TaggedTest[] {
  const cwd = join(ROOT, 'tests');
  return globSync('**/*.{test,spec}.ts', { cwd })
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(cwd, path), 'utf8');
      // Parsing all files would take seconds.
      return /\btags?:/.test(source) ? taggedTests(path.split(sep).join('/'), source) : [];
    });
}
