/**
 * How the rules are written. A rule has a few groups of words, its signals ("asks for something", "a code",
 * "came to you"), and the shapes in which they are dangerous in combination: near each other, in any order
 * that a language uses. Lists of words and short shapes cover far more sentences than whole-sentence patterns
 * do, and each list, which has no wildcards between words, is searched once, so the cost is linear in the
 * message's length.
 */
export interface Shape<Signal extends string> {
  /** All of these must occur in one sentence, each at most `within` letters from the first. */
  of: readonly [Signal, ...Signal[]];
  within: number;
  /** A word of this signal within the same distance makes the shape harmless. */
  unless?: Signal;
  /** The words may be in different sentences. */
  across?: true;
}

export interface WordRule<Signal extends string = string> {
  /**
   * Phrases that look like a signal but are not (a date code, a snap button); they are cut out before the
   * search.
   */
  harmless: RegExp;
  signals: Readonly<Record<Signal, RegExp>>;
  shapes: readonly Shape<Signal>[];
}

/**
 * Joins the entries of a list, each a piece of a pattern, into one group. A line end or `, ` separates
 * entries.
 */
export const oneOf = (list: string): string =>
  `(?:${list
    .trim()
    .split(/,?\s*\n\s*|, /u)
    .join('|')})`;

/**
 * Finds every whole word of a list in text that is lower-case, without diacritics, with one sentence per
 * line.
 */
export const words = (list: string): RegExp => new RegExp(`(?<!\\w)${oneOf(list)}(?!\\w)`, 'gmu');

export const alone = <Signal extends string>(signal: Signal): Shape<Signal> => ({ of: [signal], within: 0 });
export const near = <Signal extends string>(within: number, ...of: [Signal, ...Signal[]]): Shape<Signal> => ({
  of,
  within,
});

/** Words that ask for something or want it done; used for both codes and telephone numbers. */
export const ASKS = `
  send, sending, tell, give, gimme, share, sharing, read, forward, text, paste, type, need, needs, want, reply, answer
  screenshot, show, confirm, provide, enter, what'?s, what is, what was, what are, wats, require, requires, required, submit
  copy, lmk, let me know, pass, drop, relay, repeat, message me, dm, put in, hand over, respond, get me, quote, insert, fill in
  input, supply, verify, state, can i (?:have|get|grab), could i (?:have|get|grab), may i have, mind giving, please, pls, plz, bitte, por favor, stp, svp, s'il (?:te|vous) plait, per favore, ask(?:ing)? for, say
  schick\\w*, sag\\w*, gib\\w*, geben, nenn\\w*, teil\\w*, brauch\\w*, leite\\w*, weiterleiten, eingeben, senden?, sendest
  tipp\\w*, lies, vorlesen, mitteilen, verrat\\w*, wie (?:ist|lautet)
  envia\\w*, mand[aeo]\\w*, dame, dime, dinos, pasa\\w*, necesit\\w*, comparte\\w*, reenvia\\w*, digame, deme, facilit\\w*, introduc\\w*
  lascia\\w*, laisse\\w*, deja(?:me|nos)?, cual es, escribe\\w*, das, dar, darme
  donne\\w*, envoi\\w*, envoy\\w*, dis, dites, dire, transfere\\w*, communique\\w*, besoin, partage\\w*, saisi\\w*, indique\\w*, file, filer
  quel est, c'est quoi, passe\\w*, entrez, tape\\w*
  invia\\w*, dammi, dimmi, inoltr\\w*, serve, bisogno, condivid\\w*, leggi\\w*, dirmi, darmi, mi dai, mi dici, inseri\\w*, qual e, scrivimi, comunic\\w*
`;
