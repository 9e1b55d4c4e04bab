import { type Invite, NewInvite } from '@selvedge/shared/instance/invites';
import { Id } from '@selvedge/shared/platform/id';
import { createInvite, invitesBelow, presentInvite, revokeInvite } from '../instance/public.ts';

import { invalidInput, notFound } from '../platform/core/errors.ts';
import { inPages, TOP } from '../platform/core/paging.ts';
import { readSettings } from '../platform/settings/settings.ts';
import type { OperatorContext } from './command.ts';
import { onDatabase } from './on-database.ts';

const ROWS_AT_ONCE = 200;

/** Creates an invitation and prints its link. @throws invalid_input */
export async function inviteCreate(
  operating: OperatorContext,
  uses?: string,
  days?: string,
  note?: string,
): Promise<void> {
  const parsed = NewInvite.safeParse({ uses, days, note });
  await onDatabase(operating, async (db) => {
    const { currency } = await readSettings(db);
    if (!parsed.success) throw invalidInput(parsed.error, currency);
    const { publicUrl } = operating.config;
    const { invite, link } = await createInvite({ db, publicUrl }, parsed.data, null);
    operating.print(link);
    operating.print(
      `Invitation ${invite.id}, until ${invite.expiresAt.toISOString()}. The link is not shown again.`,
    );
  });
}

const lineOf = ({ id, state, used, uses, expiresAt, admin, note }: Invite): string =>
  [
    id,
    state,
    `${used} of ${uses} used`,
    `until ${expiresAt}`,
    `by ${admin?.username ?? 'the operator'}`,
    note,
  ]
    .filter(Boolean)
    .join('  ');

/** Prints every invitation, newest first. */
export async function inviteList(operating: OperatorContext): Promise<void> {
  await onDatabase(operating, async (db) => {
    const pages = inPages(
      TOP,
      ROWS_AT_ONCE,
      (from, limit) => db.read((conn) => invitesBelow(conn, { ...from, limit })),
      ({ invite }) => ({ at: invite.createdAt, id: invite.id }),
    );
    let count = 0;
    for await (const rows of pages) {
      count += rows.length;
      for (const row of rows) operating.print(lineOf(presentInvite(row)));
    }
    if (count === 0) operating.print('No invitations yet.');
  });
}

/** Revokes an invitation. @throws not_found */
export async function inviteRevoke(operating: OperatorContext, id: string): Promise<void> {
  if (!Id.safeParse(id).success) throw notFound('Invitation not found');
  await onDatabase(operating, (db) => revokeInvite(db, id, null));
  operating.print(`Invitation ${id} is revoked.`);
}
