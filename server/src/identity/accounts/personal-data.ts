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
    async *files(memberId) {
      const { account, identities, sessions, factors, passkeys, recoveryCodesLeft } = await db.read(
        async (conn) => ({
          account: await findAccount(conn, memberId),
          identities: await listIdentities(conn, memberId),
          sessions: await listSessions(conn, memberId),
          factors: await listFactors(conn, memberId),
          passkeys: await listPasskeys(conn, memberId),
          recoveryCodesLeft: await countRecoveryCodes(conn, memberId),
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
      yield jsonListFile('account-events.json', events(db, memberId));
    },
    async erase(tx, memberId) {
      // Lock the account first, like all code that ends its sessions.
      const account = await lockAccount(tx, memberId);
      await endSessions(ends, tx, { userId: memberId }, 'deleted');
      await deleteAccountRow(tx, memberId);
      await forgetAddresses(tx, memberId);
      await audit(tx, { action: 'deleted', userId: memberId, address: null });
      if (account) await mailer.post(tx, goodbyeMail(account.email, publicUrl));
    },
  };
}
