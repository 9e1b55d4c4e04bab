/** The server's default; an operator may require more, which the server's own message says. */
export const PASSWORD_MIN = 8;
const LONG = 12;
const DISTINCT_MIN = 5;

interface Strength {
  /** 1 is too weak, 2 sufficient, 3 strong; 0 while empty. */
  level: 0 | 1 | 2 | 3;
  hint: string;
}

/** Rates a password by its length and the variety of its characters only. */
export function passwordStrength(password: string): Strength {
  const missing = PASSWORD_MIN - password.length;
  if (password === '') {
    return {
      level: 0,
      hint: `At least ${PASSWORD_MIN} characters. A few unrelated words work best.`,
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
