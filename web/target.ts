import type { Plugin } from 'vite';

// What browsers must have: https://web.dev/baseline, "widely available". The build lowers newer syntax, and refuses the
// rest in its own output, since packages bring code, too.

export const TARGET = 'baseline-widely-available';

/** In every file: not in all browsers of the target. */
const TOO_NEW: Record<string, RegExp> = {
  'a modifier in a regular expression': /\(\?(?:[ims]+(?:-[ims]+)?|-[ims]+):/,
  'a method of sets': /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
  'an iterator helper': /\bIterator\.(?:from|prototype|concat)\b/,
  Temporal: /\bTemporal\.(?:Now|Instant|Plain|Zoned|Duration)/,
  'a function that few browsers have':
    /\b(?:Promise\.try|RegExp\.escape|Intl\.DurationFormat|Math\.sumPrecise|Error\.isError|Uint8Array\.from(?:Base64|Hex))\b|\.getOrInsert(?:Computed)?\(/,
};

/**
 * In what every page loads: older browsers, which `index.html` tells to update, can still show pages, unless one of
 * these files does not even parse.
 */
const BLANK_PAGE: Record<string, RegExp> = { 'a look-behind': /\(\?<[=!]/ };

/** What is wrong with a file of the built client. @param isInitial whether every page loads it */
export function targetProblems(code: string, isInitial: boolean): string[] {
  const refused = Object.entries({ ...TOO_NEW, ...(isInitial && BLANK_PAGE) });
  return refused.flatMap(([what, pattern]) => {
    const found = pattern.exec(code);
    return found ? [`${what}: ${code.slice(Math.max(0, found.index - 40), found.index + 40)}`] : [];
  });
}

/** Fails the build if its output needs newer browsers. */
export const checkTarget: Plugin = {
  name: 'check-target',
  apply: 'build',
  generateBundle(_, bundle) {
    const initial = new Set<string>();
    const add = (name: string): void => {
      const file = bundle[name];
      if (file?.type !== 'chunk' || initial.has(name)) return;
      initial.add(name);
      file.imports.forEach(add);
    };
    for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) add(file.fileName);
    const problems = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? targetProblems(file.code, initial.has(file.fileName)).map(
            (problem) => `${file.fileName} has ${problem}`,
          )
        : [],
    );
    if (problems.length > 0) this.error(`Browsers of the target cannot run this:\n${problems.join('\n')}`);
  },
};
