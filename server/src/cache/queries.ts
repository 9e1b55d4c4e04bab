import { sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';

// Triggers change the version with listings, requests and what is shown of people, even when another program writes.
export const findVersion = prepared('find_market_version', ({ q }: Conn) =>
  q.select({ version: sql<string>`version` }).from(sql`market_version`),
);
