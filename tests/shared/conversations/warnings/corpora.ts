import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WARNING_KINDS, type WarningKind } from '@selvedge/shared/conversations/warnings/rules';
import * as z from 'zod';

/** A message and the kinds of warning it should show. */
export type Labelled = readonly [text: string, ...kinds: WarningKind[]];

const Kinds = z.array(z.enum(WARNING_KINDS));

/** One message a line, after its kinds (`payment,code: ...`) or `harmless`; `#` starts a heading. */
function readCorpus(name: string): Labelled[] {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kinds = '', text = ''] = line.split(/: (.*)/);
      const expected = kinds === 'harmless' ? [] : Kinds.parse(kinds.split(','));
      // Written as an escape, for people to see it.
      return [text.replaceAll('\\u200b', '\u200b'), ...expected];
    });
}

/** Messages that the rules were tuned on; they are evaluated on the held-out corpus. */
export const TUNING: readonly Labelled[] = readCorpus('tuning-corpus.txt');
/** Messages that the rules were not tuned on. */
export const HELD_OUT: readonly Labelled[] = readCorpus('held-out-corpus.txt');
