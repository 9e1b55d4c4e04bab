import * as z from 'zod';
import { AuthError } from '../auth-error.ts';

/** What this instance reads in one document about a person: the ID token or the userinfo response. */
export const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().nullish(),
  // Some providers send it as a text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .nullish(),
});
type Claims = z.output<typeof Claims>;

type Problem = keyof typeof PROBLEMS;
export type OidcAddress = { email: string } | { problem: Problem };

/** By problem: the error's code and text, and what the log tells the operator. */
const PROBLEMS = {
  missing: {
    code: 'provider_email_missing',
    message: 'The OpenID provider sent no email address',
    warning: 'the OpenID provider sent no email: let its client release the scope "email"',
  },
  unknown: {
    code: 'provider_email_verification_missing',
    message: 'The OpenID provider does not say whether the email address is verified',
    warning: 'the OpenID provider sent no email_verified beside the email: let it release that claim',
  },
  unverified: {
    code: 'provider_email_needs_verification',
    message: 'Unverified email with the OpenID provider',
    warning: 'email_verified is false at the OpenID provider: the person has to verify the address there',
  },
} as const;

/** Each document is read alone: an address the person can edit must not pass as verified by the other. */
export function verifiedAddress(documents: Claims[]): OidcAddress {
  const withEmail = documents.filter(({ email }) => email);
  const email = withEmail.find(({ email_verified }) => email_verified)?.email;
  if (email) return { email };
  if (withEmail.length === 0) return { problem: 'missing' };
  return {
    problem: withEmail.some(({ email_verified }) => email_verified === false) ? 'unverified' : 'unknown',
  };
}

export function warningOf(problem: Problem): string {
  return `a first sign-in was refused: ${PROBLEMS[problem].warning}`;
}

export function addressRefused(problem: Problem): AuthError {
  const { code, message } = PROBLEMS[problem];
  return new AuthError(403, code, message);
}
