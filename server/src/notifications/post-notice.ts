import type { Push } from '@selvedge/shared/notifications/push';
import { mailAddressOf } from '../identity/public.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import { findSettings } from './queries.ts';
import { sendPush } from './send-push.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** Something other than a message that a member is notified of, whether or not they have the product open. */
interface Notice {
  push: Push;
  mail(to: string, unsubscribe: string): Mail;
}

/** Posts the mail of a notice in the transaction. @returns a function that sends its push: call it after the commit */
export type PostNotice = (tx: Tx, personId: string, notice: Notice) => Promise<() => Promise<void>>;

/** Creates the function that notifies members, as they have chosen it for messages. */
export function createPostNotice(ctx: Ctx): PostNotice {
  return async (tx, personId, { push, mail }) => {
    const settings = await findSettings(tx, personId);
    const to = await mailAddressOf(tx, personId);
    if (to !== null && settings.messagesByMail) {
      await ctx.mailer.post(tx, mail(to, unsubscribeLink(ctx, personId)));
    }
    return async () => {
      if (settings.messagesByPush) await sendPush(ctx, personId, push);
    };
  };
}
