import { apiSend, holdCalls } from '../lib/api.ts';
import { pageLeft } from '../lib/page-left.ts';
import { withProof } from './proof.ts';

/** Deletes the member's account. The caller then leaves the page. @throws ProofCancelled; a `Problem` */
export function deleteAccount(confirmation: { username: string; password?: string }): Promise<unknown> {
  return withProof(() => {
    const deletion = apiSend('DELETE', '/api/auth/user', confirmation);
    // Its events arrive before its response, and would refetch what they change.
    holdCalls(deletion.then(pageLeft));
    return deletion;
  });
}
