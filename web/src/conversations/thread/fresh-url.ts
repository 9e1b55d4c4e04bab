import { api } from '../../lib/api.ts';
import { toProblem } from '../store/session/problem.ts';

/** Final refusals: a retry would get the same response. */
const FINAL = ['not_found', 'forbidden', 'invalid_input'];

/**
 * A fresh URL for a message's photo after `failed` could not be fetched. If the server returns the same URL
 * again, it had not expired, so the photo is lost; without a response the outcome is unknown.
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
