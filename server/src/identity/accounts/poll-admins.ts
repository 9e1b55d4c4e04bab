import { perProduct } from '../../platform/core/ctx.ts';
import { pollRecent } from '../jobs/poll-recent.ts';
import { listAdminChanges } from './admin-queries.ts';

/** A poll that reports each member whose admin rights have changed, whichever process has changed them. */
export const pollAdmins = perProduct(({ db, identity, hub }) =>
  pollRecent(
    {
      read: (withinMs) => db.read(async (conn) => listAdminChanges(conn, withinMs)),
      idOf: ({ id }) => id,
      report(rows) {
        for (const { userId } of rows) {
          if (userId === null) continue;
          identity.expire(userId);
          hub.publish.toMember(userId, 'user:changed', {});
        }
      },
    },
    Date.now,
  ),
);
