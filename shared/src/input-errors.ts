import { config, type core } from 'zod';

/** A required field that is missing and has no text of its own. */
export const REQUIRED = 'Required';
/** A value of the wrong kind. */
export const INVALID = 'Invalid input';

const atMost = (max: unknown, unit = '') => `Must be at most ${Number(max).toLocaleString('en-US')}${unit}`;
const atLeast = (min: unknown, unit = '') => `Must be at least ${Number(min).toLocaleString('en-US')}${unit}`;
/** Units by what zod says has the size; numbers have none. */
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** The text of every issue whose schema names none, so that validator jargon never reaches a person. */
const customError: core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return REQUIRED;
  if (issue.code === 'too_big') return atMost(issue.maximum, UNITS[issue.origin]);
  if (issue.code === 'too_small') return atLeast(issue.minimum, UNITS[issue.origin]);
  if (issue.code === 'unrecognized_keys') {
    return `Unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
  }
  return INVALID;
};

config({ customError });

/** The parameters of a schema with a text for a missing value; one of the wrong kind has the general text. */
export const missing = (required: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? required : undefined),
});
