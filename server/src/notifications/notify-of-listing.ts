import { isConnected } from '../conversations/public.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import type { Tx } from '../platform/db/database.ts';
import { freedMail } from '../platform/mail/freed.ts';
import { createPostNotice } from './post-notice.ts';

/** Tells a member who is away that a listing is available again. */
export type NotifyOfListing = (
  of: { personId: string; listingId: string; title: string },
  /** Runs in the transaction that stores the mail. @returns whether the member is still to be notified */
  claim: (tx: Tx) => Promise<boolean>,
) => Promise<void>;

/** Creates the function that tells a member who is away, by push and mail, that a listing is available again. */
export function createListingNotifier(ctx: Ctx): NotifyOfListing {
  const { db, config } = ctx;
  const postNotice = createPostNotice(ctx);
  return async ({ personId, listingId, title }, claim) => {
    const isAway = !(await isConnected(ctx, personId));
    const path = `/listing/${listingId}`;
    const sendPush = await db.transact(async (tx) => {
      if (!(await claim(tx)) || !isAway) return null;
      return postNotice(tx, personId, {
        push: { title, body: 'Available again', path, topic: listingId },
        mail: (to, unsubscribe) => freedMail({ to, unsubscribe, title, link: config.publicUrl + path }),
      });
    });
    await sendPush?.();
  };
}
