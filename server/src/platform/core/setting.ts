import * as z from 'zod';
import { isLoopbackHost } from './ip-address.ts';

// Each kind of setting refuses a wrong value in its own words, since zod's mean nothing to an operator.

export function setting<T extends z.ZodType>(schema: T, example: string): T {
  return schema.meta({ example });
}

export function exampleOf(schema: z.ZodType): unknown {
  return schema.meta()?.example;
}

const CONTROL = /\p{Cc}/u;

export const text = z
  .string()
  .trim()
  .refine((value) => value !== '' && !CONTROL.test(value), 'must be one line of text');

const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;

interface Range {
  min: number;
  max: number;
  /** Of what, like "seconds". */
  unit?: string;
  hasFractions?: boolean;
}

export function number({ min, max, unit, hasFractions = false }: Range) {
  const what = hasFractions ? 'a number' : 'a whole number';
  const message = `must be ${what}${unit ? ` of ${unit}` : ''} from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .refine((value) => {
      const given = Number(value);
      return DECIMAL.test(value) && given >= min && given <= max && (hasFractions || Number.isInteger(given));
    }, message)
    .transform(Number);
}

export function choice<const T extends string>(words: [T, ...T[]]) {
  return z.enum(words, `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words)}`);
}

export const flag = choice(['true', 'false']).transform((value) => value === 'true');

interface AddressRules {
  /** Whether http must lead to this machine. */
  isSafe?: boolean;
  /** Whether only the host counts. */
  isOrigin?: boolean;
}

export function addressProblem(value: string, { isSafe = false, isOrigin = false }: AddressRules = {}) {
  const url = /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : null;
  if (!url || CONTROL.test(value)) return 'must be an address that starts with https:// or http://';
  if (url.username || url.password) return 'must not contain a user or password';
  if (isSafe && url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return 'must be https, or a loopback address';
  if (isOrigin && (url.pathname !== '/' || url.search || url.hash))
    return 'must have nothing after the host and port: the product needs a host name of its own';
  return null;
}

export function address(rules?: AddressRules) {
  return checked((value) => addressProblem(value, rules));
}

export function checked(problemOf: (value: string) => string | null) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      const message = problemOf(value);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

/** An `@` behind the end of the host belongs to a user or password, whose `/`, `?` or `#` ended it too early. */
const CUT_OFF = /^\w+:\/\/[^/?#]*[/?#][^=]*@|#/;

export function serverProblem(value: string, [scheme, ...others]: [string, ...string[]]) {
  const schemes = [scheme, ...others].map((each) => `${each}://`);
  if (!schemes.some((each) => value.startsWith(each)) || CONTROL.test(value))
    return `must start with ${schemes.join(' or ')}`;
  if (CUT_OFF.test(value)) {
    return 'has a user or password with a character that ends it: write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25';
  }
  // The driver of PostgreSQL allows a user without a host, for a socket in the file system.
  return URL.canParse(value.replace('@/', '@localhost/'))
    ? null
    : `must be like ${scheme}://user:password@host:port`;
}
