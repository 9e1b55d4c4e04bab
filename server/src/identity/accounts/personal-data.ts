import { inPages, LOWEST_ID } from '../../platform/core/paging.ts';
import { jsonFile, jsonListFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { goodbyeMail } from '../../platform/mail/goodbye.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { audit } from '../audit.ts';
import { countRecoveryCodes } from '../factors/queries.ts';
import { listPasskeys } from '../passkeys/queries.ts';
import {
  auditAbove,
  deleteAccountRow,
  findAccount,
  forgetAddresses,
  listFactors,
  listIdentities,
  listSessions,
  lockAccount,
} from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';

const PAGE = 500;

interface Parts {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  ends: Ends;
}

/** Actions that anyone can trigger: the address may be a stranger's. */
const UNAUTHENTICATED = new Set(['signed_up', 'sign_in_failed', 'recovery_asked']);

async function* events(db: Database, userId: string) {
  const read = (above: string, limit: number) =>
    db.read(async (conn) => auditAbove(conn, { userId, above, limit }));
  for await (const rows of inPages(LOWEST_ID, PAGE, read, ({ id }) => id)) {
    yield rows.map(({ action, address, at }) => ({
      action,
      address: UNAUTHENTICATED.has(action) ? null : address,
      at,
    }));
  }
}

export function accountPart({ db, mailer, publicUrl, ends }: Parts): PersonalPart {
  return {
    async *files(personId) {
      const { account, identities, sessions, factors, passkeys, recoveryCodesLeft } = await db.read(
        async (conn) => ({
          account: await findAccount(conn, personId),
          identities: await listIdentities(conn, personId),
          sessions: await listSessions(conn, personId),
          factors: await listFactors(conn, personId),
          passkeys: await listPasskeys(conn, personId),
          recoveryCodesLeft: await countRecoveryCodes(conn, personId),
        }),
      );
      if (!account) return;
      const { id, email, confirmedAt, userMetadata, consent, lastSignInAt, createdAt, updatedAt } = account;
      yield jsonFile('account.json', {
        ...{ id, email, confirmedAt, userMetadata, consent, lastSignInAt, createdAt, updatedAt },
        identities: identities.map(({ provider, subject, createdAt: since }) => ({
          provider,
          subject,
          since,
        })),
        sessions,
        authenticatorApps: factors
          .filter(({ type }) => type === 'totp')
          .map(({ friendlyName: name, onSince }) => ({ name, onSince })),
        passkeys: passkeys.map(({ name, createdAt: since, lastUsedAt }) => ({ name, since, lastUsedAt })),
        passkeysAreSecondStep: factors.some(({ type, onSince }) => type === 'webauthn' && onSince !== null),
        recoveryCodesLeft,
      });
      yield jsonListFile('account-events.json', events(db, personId));
    },
    async erase(tx, personId) {
      // Lock the account first, like all code that ends its sessions.
      const account = await lockAccount(tx, personId);
      await endSessions(ends, tx, { userId: personId }, 'deleted');
      await deleteAccountRow(tx, personId);
      await forgetAddresses(tx, personId);
      await audit(tx, { action: 'deleted', userId: personId, address: null });
      if (account) await mailer.post(tx, goodbyeMail(account.email, publicUrl));
    },
  };
}
