import { api } from '../lib/api.ts';
import { toProblem } from './problem.ts';

/** Refusals that no later try meets otherwise. */
const FINAL = ['not_found', 'forbidden', 'invalid_input'];

/**
 * Another address for a message's photo, after `failed` could not be fetched. The same one again means that it is not
 * for its age, and that the photo is lost. While nobody answers, it is not known whether it is.
 */
export async function freshUrl(
  messageId: string | null,
  failed: string | null,
): Promise<{ url: string } | 'lost' | 'unknown'> {
  try {
    const fresh = await api<{ url: string }>('GET', `/api/messages/${messageId}/image`);
    return fresh.url === failed ? 'lost' : fresh;
  } catch (error) {
    return FINAL.includes(toProblem(error).code) ? 'lost' : 'unknown';
  }
}
