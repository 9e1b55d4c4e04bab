import { sqliteKit } from './kit.ts';
import { defineTables } from './tables.ts';

export const {
  authUsers,
  authIdentities,
  authSessions,
  authLinks,
  authKeys,
  users,
  uploads,
  listings,
  wanted,
  conversations,
  messages,
} = defineTables(sqliteKit);
