import { oneOf } from './words.ts';

/**
 * Words that negate what follows them, up to the next comma; except where they refer to something else (`no
 * fees if you pay by Zelle`, `I don't check this, text me`).
 */
const NO = oneOf(`
  no(?! (?:the other|fees?|problem|worries|need|charge|rush|commission|one|other|middleman|extra|hassle|paypal|comision|frais|refunds?|reply))
  not(?! (?:on|online|here|active|working|only|just|sure|often|able))
  never(?! (?:on|online|check|see|get|log|use this|look|read|here))
  (?:don'?t|do not)(?! (?:check|log|see|get|look|hesitate|read|use this|be shy|forget|come on|have paypal|worry|really check|go on))
  (?:does|did|is|are|would|could|should|was|has|have)n'?t(?! (?:work|show|load|get|let))
  won'?t(?! (?:let|load|work)), can'?t(?! (?:u|you|we|i|see|view|reply|post|send (?:pics|photos|videos))), cannot(?! (?:see|view))
  without, avoid, refuse, rather than, instead of, nor, neither, stop, hate, against, nope, nah, nee
  kein\\w*, nicht, nie(?:mals)?, ohne, sin(?! (?:comision|problema)), nunca, jamais, pas(?! (?:de frais|souvent|de souci))
  sans(?! (?:frais|commission)), non(?! (?:vedo|guardo)), niente, senza(?! (?:commissioni|spese)), mai, nessun\\w*
`);
const NEGATION = new RegExp(`\\b${NO}\\b[^,;:]{0,34}$`, 'u');

/** Words that end the scope of an earlier negation. */
const SCOPE_END = oneOf(`
  but, only, just, so, because, cos, coz, then, instead, except, until, till, unless, if, when, while, please, pls, better
  sondern, sonst, aber, nur, also, lieber, bitte, wenn, pero, sino, solo, mejor, entonces, porque, hasta, si
  mais, sauf, donc, plutot, parce, ma, quindi, altrimenti, finche
`);
const SCOPE_OR_LINE_END = new RegExp(`\\n|\\b${SCOPE_END}\\b(?! of\\b)`, 'u');

/** Phrases that decline what precedes them. */
const NO_THANKS = oneOf(`
  (?:isn'?t|is not|are not|aren'?t) (?:ok|okay|safe|for me|an option|something|my|allowed|protected), is (?:a no|a scam|out|not)
  no (?:thanks|thank you|gracias|grazie), nein danke, non merci, (?:doesn'?t|does not|don'?t|won'?t) (?:work for|protect|feel)
  makes? me (?:nervous|uneasy), not (?:ok|okay|for me|accepted|allowed|safe|possible)
`);
const DECLINED = new RegExp(
  `^[^,.;:]{0,14}\\b${NO_THANKS}|^[?,]?\\s?(?:no (?:thanks|sorry|way|gracias)|nope|nah)\\b`,
  'u',
);

/**
 * Sentences that warn of fraud, report it or ask about it are not fraud: `if anyone asks you to pay by
 * Zelle`.
 */
const OTHERS = '(?:anyone|anybody|someone|somebody|people|guy|buyers?|sellers?|they|he|she|who|whoever)';
const MEANWHILE =
  '(?: (?:on here|ever|who|that|just|else|kept|keeps|has|had|is|was|tried|before|here|last week)){0,3}';
const ASKED =
  '(?:asks?|asked|asking|wanted|wants|pushing|pushed|tried|trying|told me|offering to pay)\\b.{0,60}\\b(?:scam|con|fraud|report\\w*|blocked|careful|never|no|ignored?|me|you|said|weird|to|for)';
const FRAUD = oneOf(`
  (?:is|it'?s|be|that'?s|was|are|turned out|sounds like|like|this|obvious|classic|common|another|such) (?:a |all |to be a )?(?:scam|con|fraud|phishing|red flag)
  how scams, scam (?:attempt|tactic|alert), (?:got|been|was|get|getting) (?:scammed|ripped off|hacked), beware, be careful, careful with, watch out, red flag
  ${OTHERS}${MEANWHILE} ${ASKED}, reported (?:him|her|them|it), i reported, against the rules, not allowed, gets? (?:you|your account) banned
  (?:don'?t|never|do not) ever, never (?:pay|share|give|send|tell), betrug\\w*, estafa\\w*, arnaque\\w*, truff\\w+
`);
const WARNS = new RegExp(`\\b${FRAUD}\\b`, 'u');

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
