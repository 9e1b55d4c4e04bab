import { apiSend, nextPageOf } from '../../lib/api.ts';

/** A signed page of a member's vouches: its text, and the URL of the next page. */
export async function fetchSigned(path: string): Promise<{ text: string; next: string | null }> {
  const response = await apiSend('GET', path);
  const content = await response.blob();
  return { text: await content.text(), next: nextPageOf(response.headers.get('link')) };
}
