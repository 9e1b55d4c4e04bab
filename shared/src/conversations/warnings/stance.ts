import stance from './stance.json' with { type: 'json' };
import { groupsOf } from './words.ts';

const { no, scopeEnd, noThanks, fraud } = groupsOf(stance);
/**
 * Words that negate what follows them, up to the next comma; except where they refer to something else (`no
 * fees if you pay by Zelle`, `I don't check this, text me`).
 */
const NEGATION = new RegExp(`\\b${no}\\b[^,;:]{0,34}$`, 'u');
/** Words that end the scope of an earlier negation. */
const SCOPE_OR_LINE_END = new RegExp(`\\n|\\b${scopeEnd}\\b(?! of\\b)`, 'u');
/** Phrases that decline what precedes them. */
const DECLINED = new RegExp(
  `^[^,.;:]{0,14}\\b${noThanks}|^[?,]?\\s?(?:no (?:thanks|sorry|way|gracias)|nope|nah)\\b`,
  'u',
);
/**
 * Sentences that warn of fraud, report it or ask about it are not fraud: `if anyone asks you to pay by
 * Zelle`.
 */
const WARNS = new RegExp(`\\b${fraud}\\b`, 'u');

/** Where a new clause starts: at a colon, a semicolon, a dash, or a request. */
const CLAUSE_START =
  /:(?!\/\/|\d)|;|[–—]|\s-{1,3}(?=\s)|,\s?(?=(?:so|but|just|only|kindly)\b)|(?<!\b(?:to|and)\s)\b(?=(?:please|pls|plz|kindly|bitte|por favor|per favore|s'il (?:te|vous) plait)\b)/u;

/**
 * A sentence without its clauses that warn of fraud, one clause per line. `Cash app only, too many scammers`
 * has no such clause: merely mentioning scammers is no warning.
 */
export function withoutWarnings(sentence: string): string {
  if (!WARNS.test(sentence)) return sentence;
  return sentence
    .split(CLAUSE_START)
    .filter((clause) => !WARNS.test(clause))
    .join('\n');
}

/** How many characters before and after a match can negate it. */
const CONTEXT = { before: 60, after: 40 };

/**
 * Whether the match from `start` to `end` is affirmative: neither negated before it, nor declined after it.
 */
export function isAffirmative(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT.before), start);
  const scope = before.split(SCOPE_OR_LINE_END).at(-1) ?? before;
  return !NEGATION.test(scope) && !DECLINED.test(text.slice(end, end + CONTEXT.after));
}
