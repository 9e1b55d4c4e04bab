import { afterEach, vi } from 'vitest';
import { violations } from '../contract/violations.ts';

/** In milliseconds. A busy machine may stall for longer than vitest's default of one second. */
const PATIENCE_MS = 15_000;

type Options = Parameters<typeof vi.waitFor>[1];
const patient = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };

// Once per process: consecutive files in one process share it.
if (vi.waitFor.name === 'waitFor') {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = function patientlyWaitFor(work, options) {
    return waitFor(work, patient(options));
  };
  vi.waitUntil = function patientlyWaitUntil(work, options) {
    return waitUntil(work, patient(options));
  };
}

// Fails every test in which a live connection violated the contract.
afterEach(() => {
  const seen = violations.splice(0);
  if (seen.length > 0) throw new Error(seen.join('\n'));
});
