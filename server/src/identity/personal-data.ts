import type { Database } from '../db/database.ts';
import { goodbyeMail } from '../mail/goodbye.ts';
import type { Mailer } from '../mail/mailer.ts';
import { jsonFile, type PersonalPart } from '../personal-data/part.ts';
import { audit } from './audit.ts';
import { type Ends, endSessions } from './end-sessions.ts';
import { deleteAccountRow, findAccount, listIdentities, listSessions, lockAccount } from './queries.ts';

interface Parts {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  ends: Ends;
}

/** How somebody signs in. With the account go its sessions, links and whatever else proves who they are. */
export const accountPart = ({ db, mailer, publicUrl, ends }: Parts): PersonalPart => ({
  async *files(personId) {
    const { account, identities, sessions } = await db.read(async (conn) => ({
      account: await findAccount(conn, personId),
      identities: await listIdentities(conn, personId),
      sessions: await listSessions(conn, personId),
    }));
    if (!account) return;
    const { id, email, confirmedAt, userMetadata, lastSignInAt, createdAt, updatedAt } = account;
    yield jsonFile('account.json', {
      ...{ id, email, confirmedAt, userMetadata, lastSignInAt, createdAt, updatedAt },
      identities: identities.map(({ provider, subject, createdAt: since }) => ({ provider, subject, since })),
      sessions,
    });
  },
  async erase(tx, personId) {
    // Held first, as by whatever else ends its sessions.
    const account = await lockAccount(tx, personId);
    await endSessions(ends, tx, { userId: personId }, 'deleted');
    await deleteAccountRow(tx, personId);
    await audit(tx, { action: 'deleted', userId: personId, address: null });
    if (account) await mailer.post(tx, goodbyeMail(account.email, publicUrl));
  },
});
