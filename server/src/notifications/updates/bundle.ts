import type { Notice } from '@selvedge/shared/notifications/updates';
import type { Ctx } from '../../platform/core/ctx.ts';
import { presentNotice } from './present.ts';
import type { NoticeRow } from './queries.ts';

/** More than this many of one kind about the same member are one line. */
const OF_MEMBER_MAX = 3;

/** A push, or a line of a mail. */
export interface Line extends Pick<Notice, 'id' | 'text' | 'path' | 'imageUrl'> {}

/** The notices of a member as they are pushed and mailed. */
export function bundle(ctx: Ctx, rows: NoticeRow[]): Line[] {
  const groups = Map.groupBy(rows, ({ notice: { id, kind, otherId } }) =>
    otherId !== null && ctx.notices.get(kind)?.bundle ? `${kind} ${otherId}` : id,
  );
  return [...groups.values()].flatMap((group) => {
    const presented = group.map((row) => presentNotice(ctx, row));
    const [first] = presented;
    const several = first && ctx.notices.get(first.notice.kind)?.bundle;
    if (!several || group.length <= OF_MEMBER_MAX) return presented.map(({ notice }) => notice);
    return [{ ...first.notice, ...several(group.length, first.about) }];
  });
}
