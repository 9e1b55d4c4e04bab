import { waitTime } from './format.ts';
import { USERNAME_CHANGE_DAYS, USERNAME_MAX, USERNAME_MIN } from './limits.ts';

export const USERNAME_RULES = `Usernames are ${USERNAME_MIN} to ${USERNAME_MAX} letters and numbers, and can be changed once every ${USERNAME_CHANGE_DAYS} days.`;

// Names that could be mistaken for the product's staff, or for one of its paths.
const RESERVED: readonly string[] = [
  ...['admin', 'administrator', 'moderator', 'mod', 'staff', 'team', 'official', 'owner', 'root', 'system'],
  ...[
    'selvedge',
    'support',
    'help',
    'security',
    'abuse',
    'contact',
    'info',
    'billing',
    'payments',
    'webmaster',
  ],
  ...[
    'api',
    'auth',
    'login',
    'logout',
    'signin',
    'signup',
    'signout',
    'register',
    'verify',
    'settings',
    'account',
  ],
  ...[
    'about',
    'home',
    'listing',
    'listings',
    'media',
    'messages',
    'profile',
    'profiles',
    'search',
    'user',
    'users',
  ],
  ...['wtb', 'anonymous', 'deleted', 'deleteduser', 'everyone', 'guest', 'nobody', 'null', 'undefined'],
];

/** Words that no name may contain, as it could be mistaken for the product or its staff. */
const RESERVED_PARTS: readonly string[] = ['selvedge', 'support', 'admin', 'moderator', 'official'];
/** Ordinary words that contain a reserved one. */
const ORDINARY: readonly string[] = ['badminton'];

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' },
  l: 'i',
};
/** Maps characters that look alike to one: `Adm1n` and `AdmIn` both become `admin`. */
const lookOf = (name: string): string =>
  name.toLowerCase().replace(/[013457-9l]/g, (sign) => LOOK_ALIKES[sign] ?? sign);

const RESERVED_LOOKS = new Set(RESERVED.map(lookOf));
const RESERVED_PART = new RegExp(RESERVED_PARTS.map(lookOf).join('|'));
const ORDINARY_WORD = new RegExp(ORDINARY.map(lookOf).join('|'), 'g');

function isReserved(name: string): boolean {
  const look = lookOf(name);
  return RESERVED_LOOKS.has(look) || RESERVED_PART.test(look.replace(ORDINARY_WORD, ' '));
}

/** Names that differ only in case are the same name. */
export const usernameKey = (name: string): string => name.toLowerCase();

/** A problem with a name, followed by the rules for all names. */
export const withUsernameRules = (problem: string): string => `${problem} ${USERNAME_RULES}`;

export const NO_USERNAME = withUsernameRules('Username cannot be empty.');
export const USERNAME_TAKEN = withUsernameRules('This username is already taken.');

/**
 * Why a trimmed name cannot replace the current one. Only the server knows whether it is free, and whether a
 * change is due.
 */
export function usernameProblem(name: string, current: string): string | null {
  if (name === '') return NO_USERNAME;
  if (name === current) return withUsernameRules('No changes: this is your username already.');
  if (name.length < USERNAME_MIN || name.length > USERNAME_MAX) {
    return withUsernameRules(`Username must be ${USERNAME_MIN} to ${USERNAME_MAX} characters long.`);
  }
  if (!/^[a-z0-9]+$/i.test(name)) return withUsernameRules('Username can only contain letters and numbers.');
  return isReserved(name) ? withUsernameRules('This username is reserved.') : null;
}

const DAY_MS = 86_400_000;

/** When the name may be changed next; null is now. The first change is free. */
export function nextUsernameChange(lastChanged: Date | null, now: Date): Date | null {
  if (!lastChanged) return null;
  const next = new Date(lastChanged.getTime() + USERNAME_CHANGE_DAYS * DAY_MS);
  return next > now ? next : null;
}

/** The error for a change that comes too early, with the time left. */
export const usernameWait = (next: Date, now: Date): string =>
  withUsernameRules(`You can change your username again in ${waitTime(next.getTime() - now.getTime())}.`);
