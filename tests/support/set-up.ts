import { afterEach } from 'vitest';
import { violations } from './violations.ts';

// A test in which something passed against the contract on a live connection fails, whatever it was about.
afterEach(() => {
  const seen = violations.splice(0);
  if (seen.length > 0) throw new Error(seen.join('\n'));
});
