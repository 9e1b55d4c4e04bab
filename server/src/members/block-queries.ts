import { and, type Column, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../platform/core/actor.ts';
import type { Conn } from '../platform/db/database.ts';
import { prepared } from '../platform/db/prepared.ts';
import type { Tables } from '../platform/db/tables.ts';

const value = (name: string) => sql.placeholder(name);

/** Null for a visitor. */
export type Viewer = Pick<Actor, 'id' | 'isAdmin'> | null;

const isOf = ({ blocks: b }: Tables) => or(eq(b.blockerId, value('id')), eq(b.blockedId, value('id')));

const oneOf = prepared('one_block_of', ({ q, t }: Conn) =>
  q.select({ id: t.blocks.id }).from(t.blocks).where(isOf(t)).limit(1),
);

/** The ids of all blocks by and against a member. Ids are never reused, so equal lists mean equal blocks. */
export const blocksOf = prepared('blocks_of', ({ q, t }: Conn) =>
  q.select({ id: t.blocks.id }).from(t.blocks).where(isOf(t)).orderBy(t.blocks.id),
);

export async function hasBlocks(conn: Conn, id: string): Promise<boolean> {
  return (await oneOf(conn, { id })).length > 0;
}

const anyOf = prepared('any_blocks_or_dismissals_of', ({ q, t }: Conn) => {
  const { dismissals: d } = t;
  return q
    .select({
      hasBlocks: sql`exists (select 1 from ${t.blocks} where ${isOf(t)})`.mapWith(Boolean),
      hasDismissals: sql`exists (select 1 from ${d} where ${eq(d.memberId, value('id'))})`.mapWith(Boolean),
    })
    .from(sql`(select 1) as one`);
});

/** What keeps a member from seeing all that visitors see: blocks in either direction, and what they are not interested in. */
export async function hidesOf(
  conn: Conn,
  id: string,
): Promise<{ hasBlocks: boolean; hasDismissals: boolean }> {
  const [found] = await anyOf(conn, { id });
  return found ?? { hasBlocks: false, hasDismissals: false };
}

/** A subquery with the ids of all members with a block in either direction. */
export function blockedMembers({ blocks: b }: Tables, id: string): SQL {
  return sql`select ${b.blockedId} from ${b} where ${b.blockerId} = ${id}
    union all select ${b.blockerId} from ${b} where ${b.blockedId} = ${id}`;
}

/** Null if no block hides anyone's items. Nothing is hidden from admins. */
export async function hiddenFrom(conn: Conn, viewer: Viewer): Promise<SQL | null> {
  if (!viewer || viewer.isAdmin || !(await hasBlocks(conn, viewer.id))) return null;
  return blockedMembers(conn.t, viewer.id);
}

/** SQL condition: whether one member has blocked another; both are columns of the outer query. */
export function hasBlocked({ blocks: b }: Tables, blocker: Column, blocked: Column) {
  return sql`exists (select 1 from ${b} where ${b.blockerId} = ${blocker} and ${b.blockedId} = ${blocked})`.mapWith(
    Boolean,
  );
}

/** When one member blocked another, both columns of the outer query; null if they have not. */
export function blockedAt({ blocks: b }: Tables, blocker: Column, blocked: Column) {
  return sql<Date | null>`(select ${b.createdAt} from ${b} where ${b.blockerId} = ${blocker} and ${b.blockedId} = ${blocked})`.mapWith(
    b.createdAt,
  );
}

/** Like `hasBlocked`, in either direction. */
export function areBlocked(t: Tables, one: Column, other: Column) {
  return sql`(${hasBlocked(t, one, other)} or ${hasBlocked(t, other, one)})`.mapWith(Boolean);
}

/** Whether two members can no longer agree on anything: one has blocked the other, or is suspended. */
export function areSeparated(t: Tables, one: Column, other: Column) {
  const { authUsers: a } = t;
  const isSuspended = sql`exists (select 1 from ${a} where ${a.id} in (${one}, ${other}) and ${gt(a.bannedUntil, new Date())})`;
  return sql`(${areBlocked(t, one, other)} or ${isSuspended})`.mapWith(Boolean);
}

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

/** The members from whom an owner's items are hidden: those with a block in either direction, except admins. */
export const hiddenMembers = prepared('people_hidden_from', ({ q, t: { blocks: b, users: u } }: Conn) =>
  q
    .select({ id: u.id })
    .from(b)
    .innerJoin(
      u,
      sql`${u.id} = case when ${b.blockerId} = ${value('id')} then ${b.blockedId} else ${b.blockerId} end`,
    )
    .where(and(or(eq(b.blockerId, value('id')), eq(b.blockedId, value('id'))), sql`not ${u.isAdmin}`)),
);
