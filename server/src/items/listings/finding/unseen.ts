import { blockedMembers, hidesOf, type Viewer } from '../../../members/public.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import type { Conn } from '../../../platform/db/database.ts';
import { idsDismissed, withoutDismissed } from '../../saved-searches/dismissals/queries.ts';
import type { Search } from './queries.ts';

export interface Unseen extends Pick<Search, 'hidden' | 'without'> {
  /** Selects the ids of what `without` leaves out. */
  dismissed: Search['hidden'];
}

const NOTHING: Unseen = { hidden: null, without: null, dismissed: null };

/** Reads the sellers whom a viewer does not see, and what they are not interested in. */
export const unseenBy =
  ({ settings }: Pick<Ctx, 'settings'>) =>
  async (conn: Conn, viewer: Viewer): Promise<Unseen> => {
    if (!viewer) return NOTHING;
    const { id, isAdmin } = viewer;
    const { hasBlocks, hasDismissals } = await hidesOf(conn, id);
    const hidden = hasBlocks && !isAdmin ? blockedMembers(conn.t, id) : null;
    if (!hasDismissals || !settings.isOn('savedSearches')) return { ...NOTHING, hidden };
    return { hidden, without: withoutDismissed(conn, id), dismissed: idsDismissed(conn, id) };
  };

/** Whether the viewer sees what everyone does, so that responses are cached for all. */
export const seesAll = ({ hidden, without }: Unseen): boolean => hidden === null && without === null;
