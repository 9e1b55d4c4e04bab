import { sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

// Triggers update the version when listings, WTBs or public profiles change, whichever program writes.
export const findVersion = prepared('find_market_version', ({ q }: Conn) =>
  q.select({ version: sql<string>`version` }).from(sql`market_version`),
);
