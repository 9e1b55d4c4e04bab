import type { Business } from '@selvedge/shared/members/businesses';
import type { Conn } from '../../platform/db/database.ts';
import { findBusiness } from './queries.ts';

/** What a member who sells as a business declares; null for a private person. */
export async function readBusiness(conn: Conn, userId: string): Promise<Business | null> {
  return (await findBusiness(conn, userId))[0] ?? null;
}
