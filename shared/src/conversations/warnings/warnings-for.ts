import { hasSuspiciousLink } from './hosts.ts';
import { plainly, readingsOf } from './plain.ts';
import { WARNING_KINDS, type WarningKind, WORD_RULES } from './rules.ts';
import { isAffirmative, withoutWarnings } from './stance.ts';
import type { Shape, WordRule } from './words.ts';

const SENTENCE_END = /(?<=[.!?;])\s+|\n/u;
/**
 * Length of the passages that are searched one by one: longer than any shape, and short enough that comparing
 * all their words is cheap.
 */
const PASSAGE = 400;
/** How far a passage overlaps the previous one, so that no shape is cut in two. */
const OVERLAP = 100;

function passages(text: string): string[] {
  const all: string[] = [];
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PASSAGE - OVERLAP) {
    all.push(text.slice(from, from + PASSAGE));
  }
  return all;
}

/** Where a word of a signal was found. */
interface Hit {
  start: number;
  end: number;
}
type FindHits = (signal: string) => readonly Hit[];

function hitsOf(pattern: RegExp | undefined, passage: string): Hit[] {
  const hits: Hit[] = [];
  // Unlike `matchAll`, `replace` does not copy the pattern each time.
  if (pattern) {
    passage.replace(pattern, (word, ...rest) => {
      const start = rest.find((part) => typeof part === 'number') ?? 0;
      hits.push({ start, end: start + word.length });
      return word;
    });
  }
  return hits;
}

/** Finds the words of each signal when a shape first needs them. */
function finder({ signals }: WordRule, passage: string): FindHits {
  const known = new Map<string, readonly Hit[]>();
  return (signal) => {
    const hits = known.get(signal) ?? hitsOf(signals[signal], passage);
    known.set(signal, hits);
    return hits;
  };
}

function matchesShape(shape: Shape, find: FindHits, passage: string): boolean {
  const { of, with: others = [], within = 0, unless, across } = shape;
  const isNear = (a: Hit, b: Hit) => {
    const [from, to] = [Math.min(a.end, b.end), Math.max(a.start, b.start)];
    const isWithin = to >= from && to - from <= within;
    return isWithin && (across || !passage.slice(from, to).includes('\n'));
  };
  return find(of).some((anchor) => {
    const found = others.map((signal) => find(signal).find((hit) => isNear(anchor, hit)));
    if (found.includes(undefined)) return false;
    if (unless && find(unless).some((hit) => isNear(anchor, hit))) return false;
    const start = Math.min(anchor.start, ...found.map((hit) => hit?.start ?? anchor.start));
    return isAffirmative(passage, start, anchor.end);
  });
}

function matchesRule(rule: WordRule, sentences: readonly string[]): boolean {
  // One sentence per line, so that a shape can detect where its sentence ends.
  const text = sentences.join('\n').replace(rule.harmless, '_');
  return passages(text).some((passage) => {
    const find = finder(rule, passage);
    return rule.shapes.some((shape) => matchesShape(shape, find, passage));
  });
}

/** The sentences of a text as the rules read them, without clauses that warn of fraud. */
const sentencesOf = (text: string): string[] =>
  plainly(text)
    .split(SENTENCE_END)
    .map(withoutWarnings)
    .filter((sentence) => /\w/u.test(sentence));

/**
 * The warnings for the recipient of a message, in the order of `WARNING_KINDS`; usually none. Judged by the
 * text alone, in linear time.
 * @param ownHost the host of this instance: its own links are safe, and its look-alikes are not
 */
export function warningsFor(text: string, ownHost: string): WarningKind[] {
  const readings = readingsOf(text).map(sentencesOf);
  return WARNING_KINDS.filter((kind) =>
    kind === 'link'
      ? hasSuspiciousLink(text, ownHost)
      : readings.some((sentences) => matchesRule(WORD_RULES[kind], sentences)),
  );
}
