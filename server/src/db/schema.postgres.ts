import { postgresKit } from './kit.ts';
import { defineTables } from './tables.ts';

export const {
  authUsers,
  authIdentities,
  authSessions,
  authLinks,
  authKeys,
  authEnded,
  authAudit,
  authLimits,
  authFlows,
  authFactors,
  authChallenges,
  users,
  formerUsernames,
  uploads,
  listings,
  wanted,
  conversations,
  messages,
  blocks,
  reports,
  adminLog,
  matches,
  matchJobs,
  matchMails,
} = defineTables(postgresKit);
