import { conversations } from './conversations/feature.ts';
import { deals } from './deals/deals/feature.ts';
import { holds } from './deals/holds/feature.ts';
import { offers } from './deals/offers/feature.ts';
import { vouches } from './deals/vouches/feature.ts';
import { identity } from './identity/feature.ts';
import { apiKeys } from './identity/keys/feature.ts';
import { invites } from './instance/invites/feature.ts';
import { instanceSettings } from './instance/settings/feature.ts';
import { setup } from './instance/setup/feature.ts';
import { textPages } from './instance/text-pages/feature.ts';
import { closet } from './items/closet/feature.ts';
import { itemEvents } from './items/events/feature.ts';
import { listings } from './items/listings/feature.ts';
import { matching } from './items/matching/feature.ts';
import { saved } from './items/saved/feature.ts';
import { savedSearches } from './items/saved-searches/feature.ts';
import { wanted } from './items/wanted/feature.ts';
import { adminLog } from './members/admin-log/feature.ts';
import { blocks } from './members/blocks/feature.ts';
import { businesses } from './members/businesses/feature.ts';
import { profiles } from './members/feature.ts';
import { discord } from './notifications/discord/feature.ts';
import { notifications } from './notifications/feature.ts';
import { updates } from './notifications/updates/feature.ts';
import { webhooks } from './notifications/webhooks/feature.ts';
import { backups } from './operator/backups/feature.ts';
import { docs } from './pages/docs/feature.ts';
import { pages } from './pages/feature.ts';
import type { Feature } from './platform/core/feature.ts';
import { pendingEvents } from './platform/jobs/pending-events.ts';
import { queueFailures } from './platform/jobs/queue-failures.ts';
import { mails } from './platform/mail/feature.ts';
import { media } from './platform/media/feature.ts';
import { photoMatches } from './safety/photo-matches/feature.ts';
import { reports } from './safety/reports/feature.ts';

/** All features, in the order in which they follow events and erase a member's data. */
export const FEATURES: readonly Feature[] = [
  blocks,
  // Before conversations, to lock in the order that offers and holds do: item first, then conversation.
  holds,
  deals,
  offers,
  conversations,
  // After conversations, whose messages refer to deals, and before listings, to which deals refer.
  vouches,
  matching,
  // After holds, whose end changes the state of a listing.
  saved,
  savedSearches,
  closet,
  notifications,
  // Before listings, to which its rows refer.
  updates,
  webhooks,
  discord,
  listings,
  photoMatches,
  wanted,
  itemEvents,
  // After listings and conversations, to lock in the order that filing a report does: subject first, then report.
  reports,
  media,
  businesses,
  profiles,
  // Before identity, to whose accounts its rows refer.
  apiKeys,
  identity,
  adminLog,
  instanceSettings,
  setup,
  invites,
  textPages,
  backups,
  docs,
  pages,
  pendingEvents,
  mails,
  queueFailures,
];
