import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/db/database.ts';

interface NewMember {
  id: string;
  /** The promised username; if it is taken, `anotherName` provides alternatives. */
  username: string;
  anotherName: () => string;
  /** The member has chosen the username; otherwise it is generated. */
  isChosen?: true;
}

/** Creates the member row of an account at its first sign-in. */
export async function ensureUser({ q, t }: Tx, newMember: NewMember): Promise<void> {
  const { id, username, anotherName, isChosen = false } = newMember;
  const at = new Date();
  for (let name = username; ; name = anotherName()) {
    const isUsernameGenerated = !isChosen || name !== username;
    const names = { username: name, usernameKey: name.toLowerCase(), isUsernameGenerated };
    const values = { id, ...names, createdAt: at, updatedAt: at };
    const inserted = await q
      .insert(t.users)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: t.users.id });
    if (inserted.length > 0) return;
    const [row] = await q.select({ id: t.users.id }).from(t.users).where(eq(t.users.id, id));
    if (row) return;
  }
}
