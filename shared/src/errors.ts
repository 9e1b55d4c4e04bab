/** The closed set of codes that programs branch on; people read the message beside it. */
export const ERROR_CODES = [
  'invalid_input',
  'unauthorized',
  'forbidden',
  /** Signed in with the first factor only: the code of the second step is still missing. */
  'insufficient_aal',
  /** First the person has to prove anew that the account is theirs. */
  'reauthentication_needed',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_type',
  'rate_limited',
  'unavailable',
  /** Photos can be neither stored nor shown now; everything else works. */
  'storage_down',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface Issue {
  path: string;
  message: string;
}

/** The body of every refused HTTP request and, under `error`, of every refused socket request. */
export interface Problem {
  code: ErrorCode;
  message: string;
  issues?: Issue[];
  requestId?: string;
}
