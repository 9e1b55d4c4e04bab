import { config, type core } from 'zod';

/** The text for a missing required field whose schema has none. */
export const REQUIRED = 'Required';
/** The text for a value of the wrong kind whose schema has none. */
export const INVALID = 'Invalid input';

const atMost = (max: unknown, unit = '') => `Must be at most ${Number(max).toLocaleString('en-US')}${unit}`;
const atLeast = (min: unknown, unit = '') => `Must be at least ${Number(min).toLocaleString('en-US')}${unit}`;
/** The unit of a size limit, by zod's `origin`; limits of numbers have none. */
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** The texts for issues whose schemas have none, so that members never see validator jargon. */
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
export function missing(required: string) {
  return {
    error: ({ input }: { input?: unknown }) => (input === undefined ? required : undefined),
  };
}
