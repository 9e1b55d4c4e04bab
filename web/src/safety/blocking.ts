import type { Person } from '@selvedge/shared/members/users';
import { apiSend } from '../lib/api.ts';
import { showFailure } from '../ui/show-failure.ts';
import { toast } from '../ui/toast.ts';

type Blockable = Pick<Person, 'id' | 'username'>;

const question = ({ username }: Blockable) =>
  `Block ${username}? You won't see each other's listings, and neither of you can message the other.`;

async function change(
  method: 'PUT' | 'DELETE',
  { id }: Blockable,
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

/**
 * Blocks a member after a confirmation. Live events then update everything that shows them. @returns whether
 * it did
 */
export async function block(person: Blockable): Promise<boolean> {
  return (
    window.confirm(question(person)) &&
    (await change('PUT', person, `You blocked ${person.username}`, 'Failed to block. Please try again.'))
  );
}

export function unblock(person: Blockable): Promise<boolean> {
  return change('DELETE', person, `You unblocked ${person.username}`, 'Failed to unblock. Please try again.');
}
