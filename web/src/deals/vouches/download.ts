import { PAGE_MAX } from '@selvedge/shared/platform/limits';
import { saveFile } from '../../lib/save-file.ts';
import { fetchSigned } from './fetch-signed.ts';
import { vouchesPath } from './keys.ts';

/** Saves all vouches about a member as the server has signed them: a file for each hundred. */
export async function downloadVouches(username: string): Promise<void> {
  let next: string | null = `${vouchesPath(username)}?limit=${PAGE_MAX}`;
  for (let number = 1; next !== null; number += 1) {
    const page: Awaited<ReturnType<typeof fetchSigned>> = await fetchSigned(next);
    const name = number === 1 ? `${username}-vouches.json` : `${username}-vouches-${number}.json`;
    saveFile(new Blob([page.text], { type: 'application/json' }), name);
    next = page.next;
  }
}
