import { Accent, AccentColors, ChangeSettings, InstanceSettings } from '@selvedge/shared/instance-settings';
import { THEME_ACCENT } from '@selvedge/shared/theme-accent';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/endpoint.ts';
import { accentColors } from '../instance/accent.ts';
import type { LiveSettings } from '../instance/follow-settings.ts';
import { changeSettings } from './change-settings.ts';

const PATH = '/api/admin/instance';

interface Parts {
  db: Database;
  settings: Pick<LiveSettings, 'current' | 'refresh'>;
}

/** The REST endpoints for the settings of the instance. */
export function settingsRoutes(api: Api, { db, settings }: Parts): void {
  api.endpoint(
    {
      method: 'get',
      path: PATH,
      budget: 'calls',
      summary: 'The settings of the instance',
      access: 'admin',
      replies: { 200: InstanceSettings },
    },
    ({ c }) => c.json(settings.current()),
  );

  api.endpoint(
    {
      method: 'get',
      path: `${PATH}/accent`,
      budget: 'calls',
      summary: 'The colors that would follow from an accent',
      access: 'admin',
      query: z.object({ accent: Accent.default(THEME_ACCENT) }),
      replies: { 200: AccentColors },
    },
    ({ c, query }) => c.json(accentColors(query.accent)),
  );

  api.endpoint(
    {
      method: 'patch',
      path: PATH,
      budget: 'adminAction',
      summary: 'Change settings of the instance',
      access: 'admin',
      body: ChangeSettings,
      replies: { 200: InstanceSettings },
    },
    async ({ c, actor, body }) => {
      const changed = await changeSettings(db, body, actor.id);
      await settings.refresh();
      return c.json(changed);
    },
  );
}
