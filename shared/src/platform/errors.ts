import type { Feature } from '../instance/instance-settings.ts';

/** The closed set of codes that programs branch on; the message beside them is for display. */
export const ERROR_CODES = [
  'invalid_input',
  'unauthorized',
  'forbidden',
  /** Signed in with the first factor only: the second factor's code is missing. */
  'insufficient_aal',
  /** The member must first prove again that the account is theirs. */
  'reauthentication_needed',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_type',
  'rate_limited',
  'unavailable',
  /** Photos cannot be stored or displayed at the moment; everything else works. */
  'storage_down',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface Issue {
  path: string;
  message: string;
}

/** The body of every HTTP error and, under `error`, of every socket error. */
export interface Problem {
  code: ErrorCode;
  message: string;
  issues?: Issue[];
  requestId?: string;
  /** The call is part of this feature, which the instance has switched off. */
  feature?: Feature;
}
