import { and, type Column, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../core/actor.ts';
import type { Conn } from '../db/database.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/tables.ts';

const value = (name: string) => sql.placeholder(name);

/** The person who looks at something; null for a visitor. */
export type Viewer = Pick<Actor, 'id' | 'isAdmin'> | null;

const isOf = ({ blocks: b }: Tables) => or(eq(b.blockerId, value('id')), eq(b.blockedId, value('id')));

const oneOf = prepared('one_block_of', ({ q, t }: Conn) =>
  q.select({ id: t.blocks.id }).from(t.blocks).where(isOf(t)).limit(1),
);

/** The ids of all blocks of a person and against them. An id is never used again, so equal lists mean equal blocks. */
export const blocksOf = prepared('blocks_of', ({ q, t }: Conn) =>
  q.select({ id: t.blocks.id }).from(t.blocks).where(isOf(t)).orderBy(t.blocks.id),
);

/** Whether a person has blocked anybody, or was blocked by anybody. */
export const hasBlocks = async (conn: Conn, id: string): Promise<boolean> =>
  (await oneOf(conn, { id })).length > 0;

/** A subquery with the ids of everybody from whom a block keeps a person apart, in either direction. */
export const blockedPeople = ({ blocks: b }: Tables, id: string): SQL =>
  sql`select ${b.blockedId} from ${b} where ${b.blockerId} = ${id}
    union all select ${b.blockerId} from ${b} where ${b.blockedId} = ${id}`;

/**
 * A subquery with the ids of everybody whose items a viewer does not see, whichever of the two has blocked the other;
 * null when there is nobody. Nothing is hidden from admins: a block does not shelter from them.
 */
export async function hiddenFrom(conn: Conn, viewer: Viewer): Promise<SQL | null> {
  if (!viewer || viewer.isAdmin || !(await hasBlocks(conn, viewer.id))) return null;
  return blockedPeople(conn.t, viewer.id);
}

/** An SQL condition: whether one person has blocked another, both given as columns of the surrounding query. */
export const hasBlocked = ({ blocks: b }: Tables, blocker: Column, blocked: Column) =>
  sql`exists (select 1 from ${b} where ${b.blockerId} = ${blocker} and ${b.blockedId} = ${blocked})`.mapWith(
    Boolean,
  );

/** As `hasBlocked`: whether a block stands between two people, in either direction. */
export const areBlocked = (t: Tables, one: Column, other: Column) =>
  sql`(${hasBlocked(t, one, other)} or ${hasBlocked(t, other, one)})`.mapWith(Boolean);

/** The blocks between two people, at most one in each direction. */
export const blocksBetween = prepared('blocks_between', ({ q, t: { blocks: b } }: Conn) =>
  q
    .select({ blockerId: b.blockerId })
    .from(b)
    .where(
      or(
        and(eq(b.blockerId, value('one')), eq(b.blockedId, value('other'))),
        and(eq(b.blockerId, value('other')), eq(b.blockedId, value('one'))),
      ),
    ),
);

/** The people from whom somebody's items are hidden: those with a block in either direction, except admins. */
export const hiddenPeople = prepared('people_hidden_from', ({ q, t: { blocks: b, users: u } }: Conn) =>
  q
    .select({ id: u.id })
    .from(b)
    .innerJoin(
      u,
      sql`${u.id} = case when ${b.blockerId} = ${value('id')} then ${b.blockedId} else ${b.blockerId} end`,
    )
    .where(and(or(eq(b.blockerId, value('id')), eq(b.blockedId, value('id'))), sql`not ${u.isAdmin}`)),
);
