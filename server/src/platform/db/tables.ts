import type { Kit } from './kit.ts';
import type { StoredPhoto, StoredProof } from './stored-photo.ts';
import { accountLinkTables } from './tables/account-links.ts';
import { accountTables } from './tables/accounts.ts';
import { adminLogTables } from './tables/admin-log.ts';
import { appealTables } from './tables/appeals.ts';
import { auditTables } from './tables/audit.ts';
import { blockTables } from './tables/blocks.ts';
import { businessTables } from './tables/businesses.ts';
import { conversationTables } from './tables/conversations.ts';
import { dealTables } from './tables/deals.ts';
import { externalFlowTables } from './tables/external-flows.ts';
import { factorTables } from './tables/factors.ts';
import { identityTables } from './tables/identities.ts';
import { instanceSettingsTables } from './tables/instance-settings.ts';
import { inviteTables } from './tables/invites.ts';
import { itemEventTables } from './tables/item-events.ts';
import { leaseTables } from './tables/leases.ts';
import { limitTables } from './tables/limits.ts';
import { linePlaceTables } from './tables/line-places.ts';
import { listingTables } from './tables/listings.ts';
import { mailTables } from './tables/mails.ts';
import { matchTables } from './tables/matches.ts';
import { memberTables } from './tables/members.ts';
import { messageTables } from './tables/messages.ts';
import { notificationTables } from './tables/notifications.ts';
import { offerTables } from './tables/offers.ts';
import { passkeyTables } from './tables/passkeys.ts';
import { photoHashTables } from './tables/photo-hashes.ts';
import { proofCodeTables } from './tables/proof-codes.ts';
import { reportTables } from './tables/reports.ts';
import { sessionTables } from './tables/sessions.ts';
import { setupLinkTables } from './tables/setup-links.ts';
import { signingKeyTables } from './tables/signing-keys.ts';
import { uploadTables } from './tables/uploads.ts';
import { vouchTables } from './tables/vouches.ts';
import { wantedTables } from './tables/wanted.ts';
import { warningTables } from './tables/warnings.ts';

export type { StoredPhoto, StoredProof };

/** The tables of the embedded identity provider. */
function defineIdentity(kit: Kit) {
  const accounts = accountTables(kit);
  return {
    ...accounts,
    ...identityTables(kit, accounts),
    ...sessionTables(kit, accounts),
    ...accountLinkTables(kit, accounts),
    ...signingKeyTables(kit),
    ...auditTables(kit),
    ...limitTables(kit),
    ...externalFlowTables(kit, accounts),
    ...factorTables(kit, accounts),
    ...passkeyTables(kit, accounts),
  };
}

/** Members, their items, and what they agree on in conversations. */
function defineMarket(kit: Kit) {
  const members = memberTables(kit);
  const uploads = uploadTables(kit, members);
  const items = { ...members, ...uploads, ...listingTables(kit, members), ...wantedTables(kit, members) };
  const conversations = { ...items, ...conversationTables(kit, items) };
  const agreements = {
    ...conversations,
    ...offerTables(kit, conversations),
    ...dealTables(kit, conversations),
  };
  return {
    ...agreements,
    ...messageTables(kit, agreements),
    ...vouchTables(kit, agreements),
    ...linePlaceTables(kit, items),
    ...proofCodeTables(kit, items),
    ...photoHashTables(kit, items),
    ...matchTables(kit, items),
    ...itemEventTables(kit, items),
  };
}

/** Blocks, reports and what follows from them. */
function defineSafety(kit: Kit, market: ReturnType<typeof defineMarket>) {
  const reports = reportTables(kit, market);
  return {
    ...blockTables(kit, market),
    ...reports,
    ...appealTables(kit, { ...market, ...reports }),
    ...warningTables(kit, market),
    ...businessTables(kit, market),
    ...adminLogTables(kit, market),
  };
}

/** Defines every table in the dialect of the kit. */
export function defineTables(kit: Kit) {
  const identity = defineIdentity(kit);
  const market = defineMarket(kit);
  return {
    ...identity,
    ...market,
    ...defineSafety(kit, market),
    ...notificationTables(kit, { ...market, ...identity }),
    ...mailTables(kit),
    ...leaseTables(kit),
    ...instanceSettingsTables(kit),
    ...inviteTables(kit),
    ...setupLinkTables(kit),
  };
}

export type Tables = ReturnType<typeof defineTables>;
