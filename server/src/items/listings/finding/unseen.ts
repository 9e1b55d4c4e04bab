import { hiddenFrom, type Viewer } from '../../../members/public.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import type { Conn } from '../../../platform/db/database.ts';
import { idsDismissed, withoutDismissed } from '../../saved-searches/dismissals/queries.ts';
import type { Search } from './queries.ts';

export interface Unseen extends Pick<Search, 'hidden' | 'without'> {
  /** Selects the ids of what `without` leaves out. */
  dismissed: Search['hidden'];
}

/** Reads the sellers whom a viewer does not see, and what they are not interested in. */
export const unseenBy =
  ({ settings }: Pick<Ctx, 'settings'>) =>
  async (conn: Conn, viewer: Viewer): Promise<Unseen> => {
    const without = viewer && settings.isOn('savedSearches') ? await withoutDismissed(conn, viewer.id) : null;
    return {
      ...{ hidden: await hiddenFrom(conn, viewer), without },
      dismissed: viewer && without ? idsDismissed(conn, viewer.id) : null,
    };
  };

/** Whether the viewer sees what everyone does, so that responses are cached for all. */
export const seesAll = ({ hidden, without }: Unseen): boolean => hidden === null && without === null;
