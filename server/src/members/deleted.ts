/** Username of deleted accounts. Nobody can choose it, since usernames have at least three characters. */
export const DELETED_NAME = '';

/** Whether an account was deleted; its row remains because other rows reference it. */
export function isDeleted({ username }: { username: string }): boolean {
  return username === DELETED_NAME;
}
