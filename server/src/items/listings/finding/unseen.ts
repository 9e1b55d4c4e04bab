import { blockedMembers, hidesOf, type Viewer } from '../../../members/public.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import type { Conn } from '../../../platform/db/database.ts';
import { idsDismissed, withoutDismissed } from '../../saved-searches/dismissals/queries.ts';
import type { Search } from './queries.ts';

export interface Unseen extends Pick<Search, 'hidden' | 'without'> {
  /** Selects the ids of what `without` leaves out. */
  dismissed: Search['hidden'];
}

const SEES_ALL = { hasBlocks: false, hasDismissals: false };

/** Reads the sellers whom a viewer does not see, and what they are not interested in. */
export const unseenBy =
  ({ settings }: Pick<Ctx, 'settings'>) =>
  async (conn: Conn, viewer: Viewer): Promise<Unseen> => {
    const { hasBlocks, hasDismissals } = viewer ? await hidesOf(conn, viewer.id) : SEES_ALL;
    const hidden = viewer && !viewer.isAdmin && hasBlocks ? blockedMembers(conn.t, viewer.id) : null;
    if (!viewer || !hasDismissals || !settings.isOn('savedSearches'))
      return { hidden, without: null, dismissed: null };
    return {
      hidden,
      without: withoutDismissed(conn, viewer.id),
      dismissed: idsDismissed(conn, viewer.id),
    };
  };

/** Whether the viewer sees what everyone does, so that responses are cached for all. */
export const seesAll = ({ hidden, without }: Unseen): boolean => hidden === null && without === null;
