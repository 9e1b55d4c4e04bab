import { ASVS_REQUIREMENTS } from '../tests/support/contract/asvs.ts';
import asvs from '../tests/support/contract/asvs-proofs.json' with { type: 'json' };
import promises from '../tests/support/contract/promises.json' with { type: 'json' };
import type { TaggedTest } from './test-tags.ts';

/** Proven by the tests with its id as their tag; without such tests it has a reason. */
export interface SecurityPromise {
  id: string;
  promise: string;
  reason?: string;
}

/** Met by the tests of a promise, or in a state with its reason. */
export interface Requirement {
  number: string;
  requirement: string;
  promise?: string;
  state?: string;
  reason?: string;
}

export const PROMISES: { chapter: string; promises: SecurityPromise[] }[] = promises;
export const ASVS: { chapter: string; requirements: Requirement[] }[] = asvs;
export const STATES = ['met', 'not applicable', 'open'];

const REASON_MIN = 30;
const ASVS_REASON_MIN = 12;
/** Tags that choose a browser. */
const OTHER_TAGS = ['whole-browser'];

const repeated = (names: string[]): string[] => names.filter((name, i) => names.indexOf(name) < i);

/** What is wrong with promises and the tags of tests, as lines to print. */
export function promiseErrors(all: SecurityPromise[], tests: TaggedTest[]): string[] {
  const ids = all.map(({ id }) => id);
  const tags = new Set(tests.flatMap((one) => one.tags));
  return [
    ...repeated(ids).map((id) => `${id} is listed twice`),
    ...all.flatMap(({ id, reason }) => {
      if (tags.has(id)) return reason === undefined ? [] : [`${id} has tests, so it needs no reason`];
      if (reason === undefined) return [`${id} has neither a test with this tag nor a reason`];
      return reason.length < REASON_MIN ? [`${id} has too short a reason`] : [];
    }),
    ...tests.flatMap(({ path, tags: own }) =>
      own
        .filter((tag) => !ids.includes(tag) && !OTHER_TAGS.includes(tag))
        .map((tag) => `${path}: the tag ${tag} names no promise`),
    ),
  ];
}

function proofError({ number, promise, state, reason }: Requirement, proven: string[]): string[] {
  if (promise !== undefined) {
    if (!proven.includes(promise)) return [`${number} names ${promise}, which no test proves`];
    return state === undefined && reason === undefined ? [] : [`${number} has a promise and a reason`];
  }
  if (!STATES.includes(state ?? '')) return [`${number} has neither a promise nor a known state`];
  return (reason?.length ?? 0) < ASVS_REASON_MIN ? [`${number} has too short a reason`] : [];
}

/**
 * What is wrong with the requirements, as lines to print.
 * @param proven the ids of the promises that have tests
 */
export function asvsErrors(all: Requirement[], proven: string[]): string[] {
  const expected = ASVS_REQUIREMENTS.map((one) => one.split(' ')[0] ?? '');
  const numbers = all.map(({ number }) => number);
  return [
    ...expected.filter((one) => !numbers.includes(one)).map((one) => `${one} is missing`),
    ...numbers.filter((one) => !expected.includes(one)).map((one) => `${one} is no requirement`),
    ...repeated(numbers).map((one) => `${one} is listed twice`),
    ...all.flatMap((one) => proofError(one, proven)),
  ];
}
