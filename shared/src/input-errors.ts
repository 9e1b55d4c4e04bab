import { config, type core } from 'zod';

/** A missing required field without a text of its own. */
export const REQUIRED = 'Required';
/** A value of the wrong kind. */
export const INVALID = 'Invalid input';

const atMost = (max: unknown, unit = '') => `Must be at most ${Number(max).toLocaleString('en-US')}${unit}`;
const atLeast = (min: unknown, unit = '') => `Must be at least ${Number(min).toLocaleString('en-US')}${unit}`;
/** Units by zod's origin of the size; numbers have none. */
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** The text of every issue whose schema has none, so that members never see validator jargon. */
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

/** Schema parameters with a text for a missing value; a value of the wrong kind gets the general text. */
export const missing = (required: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? required : undefined),
});
