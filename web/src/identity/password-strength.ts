/** As the server has it unless its operator asks for more; then its own words say so. */
export const PASSWORD_MIN = 8;
const LONG = 12;
const DISTINCT_MIN = 5;

export interface Strength {
  /** Of three: too little, enough, good. Zero while nothing is typed. */
  level: 0 | 1 | 2 | 3;
  hint: string;
}

/** How well a password would hold. Length counts, and that it is not the same few characters; no rules beyond that. */
export function passwordStrength(password: string): Strength {
  const missing = PASSWORD_MIN - password.length;
  if (password === '') {
    return {
      level: 0,
      hint: `At least ${PASSWORD_MIN} characters. A few words that only you would put together are best.`,
    };
  }
  if (missing > 0) return { level: 1, hint: `${missing} more character${missing === 1 ? '' : 's'}` };
  if (new Set(password.toLowerCase()).size < DISTINCT_MIN) {
    return { level: 1, hint: 'Too few different characters' };
  }
  return password.length < LONG
    ? { level: 2, hint: 'Fine. Longer is stronger.' }
    : { level: 3, hint: 'Strong' };
}
