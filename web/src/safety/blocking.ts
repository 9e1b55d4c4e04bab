import type { Person } from '@selvedge/shared/users';
import { apiSend } from '../lib/api.ts';
import { showFailure } from '../ui/show-failure.ts';
import { toast } from '../ui/toast.ts';

type Named = Pick<Person, 'id' | 'username'>;

const question = ({ username }: Named) =>
  `Block ${username}? You won't see each other's listings, and neither of you can message the other.`;

async function change(
  method: 'PUT' | 'DELETE',
  { id }: Named,
  done: string,
  failed: string,
): Promise<boolean> {
  try {
    await apiSend(method, `/api/blocks/${id}`);
    toast.success(done);
    return true;
  } catch (error) {
    showFailure(error, failed);
    return false;
  }
}

/** Blocks a person, after a confirmation. Live facts then update what shows them. @returns whether it was done */
export const block = async (person: Named): Promise<boolean> =>
  window.confirm(question(person)) &&
  (await change('PUT', person, `You blocked ${person.username}`, 'Failed to block. Please try again.'));

export const unblock = (person: Named): Promise<boolean> =>
  change('DELETE', person, `You unblocked ${person.username}`, 'Failed to unblock. Please try again.');
