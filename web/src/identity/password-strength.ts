/** The server's default; an operator may ask for more, and then the server's own text says so. */
export const PASSWORD_MIN = 8;
const LONG = 12;
const DISTINCT_MIN = 5;

export interface Strength {
  /** 1 is too weak, 2 enough, 3 good; 0 while nothing is typed. */
  level: 0 | 1 | 2 | 3;
  hint: string;
}

/** How strong a password is. It goes by length and by variety of characters, and by no other rules. */
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
    ? { level: 2, hint: 'Good. Longer is stronger.' }
    : { level: 3, hint: 'Strong' };
}
