import type { ConversationContext } from '../conversations/context.ts';
import { type Place, TOP } from '../core/paging.ts';
import { jsonListFile, type PersonalPart } from '../core/personal-part.ts';
import { presentPerson } from '../members/present.ts';
import { endProposedOf } from './end-proposed.ts';
import { madeBelow } from './queries.ts';

const PAGE = 100;

async function* dealsOf({ db }: ConversationContext, personId: string) {
  let from: Place = TOP;
  let hasMore = true;
  while (hasMore) {
    const place = from;
    const rows = await db.read(async (conn) => madeBelow(conn, personId, { ...place, limit: PAGE }));
    yield rows.map(({ deal: { id, title, soldAt, madeAt, buyerId }, buyer, seller }) => ({
      ...{ id, title, soldAt, madeAt, isBuyer: buyerId === personId },
      other: presentPerson(buyerId === personId ? seller : buyer),
    }));
    const last = rows.at(-1)?.deal;
    if (last) from = { at: last.madeAt ?? last.proposedAt, id: last.id };
    hasMore = rows.length === PAGE;
  }
}

/** A member's deals. Deleting the account ends those that are only proposed; the others stay, for the other member. */
export const dealsPart = (ctx: ConversationContext): PersonalPart => ({
  async *files(personId) {
    yield jsonListFile('deals.json', dealsOf(ctx, personId));
  },
  erase: (tx, personId) => endProposedOf(ctx, tx, personId),
});
