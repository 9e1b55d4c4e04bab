import { eq } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';

interface NewMember {
  id: string;
  /** The promised username; if it is taken, `anotherName` provides alternatives. */
  username: string;
  anotherName: () => string;
}

/** Creates the member row of an account at its first sign-in. */
export async function ensureUser({ q, t }: Tx, { id, username, anotherName }: NewMember): Promise<void> {
  const at = new Date();
  for (let name = username; ; name = anotherName()) {
    const values = { id, username: name, usernameKey: name.toLowerCase(), createdAt: at, updatedAt: at };
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
