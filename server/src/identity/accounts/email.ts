import * as z from 'zod';
import { invalidEmail } from '../auth-error.ts';

const EMAIL_MAX = 254;
const Email = z.email().max(EMAIL_MAX);

/** In lower case, for storage and comparison. @throws validation_failed for an invalid one */
export function readEmail(input: unknown): string {
  const parsed = Email.safeParse(typeof input === 'string' ? input.trim().toLowerCase() : input);
  if (!parsed.success) throw invalidEmail();
  return parsed.data;
}
