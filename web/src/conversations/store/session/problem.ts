import type { Problem } from '@selvedge/shared/platform/errors';
import type { Ack } from '@selvedge/shared/platform/realtime';
import { problemIn } from '../../../lib/api.ts';

/** Why a request was refused; a rejection without a `Problem` means that the connection failed. */
export function toProblem(error: unknown): Problem {
  return problemIn(error) ?? { code: 'unavailable', message: 'No connection. Please try again.' };
}

/** The reply to a request. Rejects with the `Problem` of the refusal or the lost connection. */
export async function replyTo<T extends object>(request: Promise<Ack<T>>): Promise<T> {
  const ack = await request.catch((error: unknown) => ({ ok: false, error: toProblem(error) }) as const);
  if (!ack.ok) throw ack.error;
  return ack;
}
