import { afterEach } from 'vitest';
import { violations } from './violations.ts';

// Fails every test in which a live connection carried something that violates the contract, whatever the test is about.
afterEach(() => {
  const seen = violations.splice(0);
  if (seen.length > 0) throw new Error(seen.join('\n'));
});
