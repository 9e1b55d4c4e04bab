import { foldLetters } from '../platform/fold.ts';
import { waitTime } from '../platform/format.ts';
import { USERNAME_CHANGE_DAYS, USERNAME_MAX, USERNAME_MIN } from '../platform/limits.ts';
import reserved from './reserved-names.json' with { type: 'json' };

export const USERNAME_RULES = `Usernames are ${USERNAME_MIN} to ${USERNAME_MAX} letters and numbers, and can be changed once every ${USERNAME_CHANGE_DAYS} days.`;

/**
 * - `staffNames`: names that a stranger could mistake for the product's staff.
 * - `staffWords`: with these, the name of the instance could be mistaken for its staff's.
 * - `pageNames`: words used in the product's URLs, and names that identify no one.
 * - `reservedParts`: words that no name may contain: with them, a name could be mistaken for the product or its staff.
 * - `ordinary`: patterns for ordinary words and names that contain a reserved one or resemble one. The `$` keeps
 *   `StaffAnna` from matching.
 */
const { staffNames, staffWords, pageNames, reservedParts, ordinary } = reserved;

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' },
  l: 'i',
};
/** Maps characters that look alike to one: `Adm1n` and `AdmIn` both become `admin`. */
const lookOf = (name: string): string =>
  name.toLowerCase().replace(/[013457-9l]/g, (sign) => LOOK_ALIKES[sign] ?? sign);

/** Patterns for letters that others can imitate. */
const WRITTEN: Readonly<Record<string, string>> = { c: '[ce]', e: '[ce]', m: '(?:m|rn|nn)', w: '(?:w|vv)' };
/** A pattern for a word and its disguises: `admin` as `adrnin`, `support` as `suppport`. */
const spellingOf = (word: string): string =>
  lookOf(word).replace(/(.)\1*/g, (run, letter: string) => `${WRITTEN[letter] ?? letter}{${run.length},}`);
const anySpellingOf = (words: readonly string[]): string => words.map(spellingOf).join('|');

const PAGE_LOOKS = new Set(pageNames.map(lookOf));
/** Also several of them, as in `modteam` and `TheMods`. */
const STAFF_NAME = new RegExp(`^(?:the)?(?:(?:${anySpellingOf(staffNames)})s?)+$`);
const STAFF_PARTS = `(?:(?:${anySpellingOf([...staffNames, ...reservedParts, ...staffWords])})s?)*`;
const RESERVED_PART = new RegExp(anySpellingOf(reservedParts));
const ORDINARY_WORD = new RegExp(ordinary.map(lookOf).join('|'), 'g');

function isReserved(name: string): boolean {
  const look = lookOf(name);
  const unusual = look.replace(ORDINARY_WORD, ' ');
  return PAGE_LOOKS.has(look) || STAFF_NAME.test(unusual) || RESERVED_PART.test(unusual);
}

/**
 * Whether a name is that of the instance, written together, in any case and with any look-alikes, or has nothing
 * besides it but words for staff and a number: `ThreadsTeam`, `TheThreads`, `ThreadsMod2`.
 */
function isOfInstance(name: string, instanceName: string): boolean {
  const own = foldLetters(instanceName).replace(/[^a-z0-9]/g, '');
  if (own === '') return false;
  const isAlone = new RegExp(`^${spellingOf(lookOf(own))}$`);
  const isWithStaff = new RegExp(`^${STAFF_PARTS}${spellingOf(lookOf(own))}${STAFF_PARTS}$`);
  const unnumbered = lookOf(name.replace(/^\d+|\d+$/g, ''));
  return (
    isAlone.test(lookOf(name)) ||
    isWithStaff.test(lookOf(name)) ||
    (isWithStaff.test(unnumbered) && !isAlone.test(unnumbered))
  );
}

/** Names that differ only in case are the same name. */
export function usernameKey(name: string): string {
  return name.toLowerCase();
}

/** A problem with a name, followed by the rules for all names. */
const withUsernameRules = (problem: string): string => `${problem} ${USERNAME_RULES}`;

export const NO_USERNAME = withUsernameRules('Username cannot be empty.');
const USERNAME_RESERVED = withUsernameRules('This username is reserved.');
export const USERNAME_TAKEN = withUsernameRules('This username is already taken.');

/**
 * Why a trimmed name cannot replace the current one. Only the server knows whether the new name is free and
 * whether the member may change theirs already.
 * @param instanceName the name of the instance, which no member may take
 */
export function usernameProblem(name: string, current: string, instanceName: string): string | null {
  if (name === '') return NO_USERNAME;
  if (name === current) return withUsernameRules('No changes: this is already your username.');
  if (name.length < USERNAME_MIN || name.length > USERNAME_MAX) {
    return withUsernameRules(`Username must be ${USERNAME_MIN} to ${USERNAME_MAX} characters long.`);
  }
  if (!/^[a-z0-9]+$/i.test(name)) return withUsernameRules('Username can only contain letters and numbers.');
  return isReserved(name) || isOfInstance(name, instanceName) ? USERNAME_RESERVED : null;
}

const DAY_MS = 86_400_000;

/** When the name may next be changed; null if now. The first change is free. */
export function nextUsernameChange(lastChanged: Date | null, now: Date): Date | null {
  if (!lastChanged) return null;
  const next = new Date(lastChanged.getTime() + USERNAME_CHANGE_DAYS * DAY_MS);
  return next > now ? next : null;
}

/** The error for a change that comes too early, with the time left. */
export function usernameWait(next: Date, now: Date): string {
  return withUsernameRules(
    `You can change your username again in ${waitTime(next.getTime() - now.getTime())}.`,
  );
}
