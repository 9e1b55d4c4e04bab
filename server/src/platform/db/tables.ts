import { messageTables } from '../../conversations/message-tables.ts';
import { conversationTables } from '../../conversations/tables.ts';
import { dealTables } from '../../deals/deals/tables.ts';
import { linePlaceTables } from '../../deals/holds/tables.ts';
import { offerTables } from '../../deals/offers/tables.ts';
import { vouchTables } from '../../deals/vouches/tables.ts';
import { accountTables } from '../../identity/accounts/tables.ts';
import { auditTables } from '../../identity/audit-tables.ts';
import { externalFlowTables } from '../../identity/external/flow-tables.ts';
import { identityTables } from '../../identity/external/tables.ts';
import { factorTables } from '../../identity/factors/tables.ts';
import { signingKeyTables } from '../../identity/key-tables.ts';
import { apiKeyTables } from '../../identity/keys/tables.ts';
import { limitTables } from '../../identity/limit-tables.ts';
import { accountLinkTables } from '../../identity/links/tables.ts';
import { passkeyTables } from '../../identity/passkeys/tables.ts';
import { sessionTables } from '../../identity/sessions/tables.ts';
import { inviteTables } from '../../instance/invites/tables.ts';
import { setupLinkTables } from '../../instance/setup/tables.ts';
import { closetTables } from '../../items/closet/tables.ts';
import { itemEventTables } from '../../items/events/tables.ts';
import { proofCodeTables } from '../../items/listings/proof/tables.ts';
import { listingTables } from '../../items/listings/tables.ts';
import { matchTables } from '../../items/matching/tables.ts';
import { itemJobTables } from '../../items/queue/tables.ts';
import { savedTables } from '../../items/saved/tables.ts';
import { savedSearchTables } from '../../items/saved-searches/tables.ts';
import { wantedTables } from '../../items/wanted/tables.ts';
import { adminLogTables } from '../../members/admin-log/tables.ts';
import { blockTables } from '../../members/blocks/tables.ts';
import { businessTables } from '../../members/businesses/tables.ts';
import { memberTables } from '../../members/tables.ts';
import { discordTables } from '../../notifications/discord/tables.ts';
import { notificationTables } from '../../notifications/tables.ts';
import { noticeTables } from '../../notifications/updates/tables.ts';
import { webhookTables } from '../../notifications/webhooks/tables.ts';
import { photoHashTables } from '../../safety/photo-matches/tables.ts';
import { appealTables } from '../../safety/reports/appeals/tables.ts';
import { reportTables } from '../../safety/reports/tables.ts';
import { warningTables } from '../../safety/reports/warnings/tables.ts';
import { leaseTables, pendingEventTables, queueFailureTables } from '../jobs/tables.ts';
import { mailTables } from '../mail/tables.ts';
import { uploadTables } from '../media/tables.ts';
import { instanceSettingsTables } from '../settings/tables.ts';
import type { Kit } from './kit.ts';

/** All tables of the product, each after those that it references. */
const DEFINITIONS = [
  memberTables,
  accountTables,
  identityTables,
  sessionTables,
  accountLinkTables,
  signingKeyTables,
  auditTables,
  limitTables,
  externalFlowTables,
  factorTables,
  passkeyTables,
  uploadTables,
  listingTables,
  wantedTables,
  conversationTables,
  offerTables,
  dealTables,
  messageTables,
  vouchTables,
  linePlaceTables,
  proofCodeTables,
  photoHashTables,
  itemJobTables,
  matchTables,
  savedTables,
  savedSearchTables,
  apiKeyTables,
  closetTables,
  itemEventTables,
  blockTables,
  reportTables,
  appealTables,
  warningTables,
  businessTables,
  adminLogTables,
  notificationTables,
  noticeTables,
  webhookTables,
  discordTables,
  mailTables,
  leaseTables,
  pendingEventTables,
  queueFailureTables,
  instanceSettingsTables,
  inviteTables,
  setupLinkTables,
];

type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
export type Tables = Every<ReturnType<(typeof DEFINITIONS)[number]>>;

/** Defines every table in the dialect of the kit. */
export function defineTables(kit: Kit): Tables {
  const tables = {} as Tables;
  for (const define of DEFINITIONS) Object.assign(tables, define(kit, tables));
  return tables;
}
