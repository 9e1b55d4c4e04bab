import { INSTANCE_PICTURES, type InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import {
  Accent,
  AccentColors,
  ChangeSettings,
  InstanceSettings,
} from '@selvedge/shared/instance/instance-settings';
import { THEME_ACCENT } from '@selvedge/shared/platform/theme-accent';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { type Api, adminAction, adminRead } from '../../platform/http/endpoint.ts';
import { accentColors } from '../../platform/settings/accent.ts';
import { changePicture, changeSettings } from './change-settings.ts';

const PATH = '/api/admin/instance';

/** The REST endpoints for the logo, or those for the icon. */
function pictureRoutes(api: Api, picture: InstancePicture, { db, settings, media }: Ctx): void {
  api.endpoint(
    {
      method: 'post',
      path: `${PATH}/${picture}`,
      budget: 'upload',
      summary: `Set the ${picture} of the instance: a PNG, WebP or SVG of up to 2 MB as multipart/form-data in the field \`image\``,
      access: 'admin',
      file: 'image',
      replies: { 200: InstanceSettings },
    },
    async ({ c, actor }) => {
      const address = await media.instancePictures.takeIn(c, picture);
      const changed = await changePicture(db, picture, address, actor.id);
      await settings.refresh();
      return c.json(changed);
    },
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'delete',
      path: `${PATH}/${picture}`,
      summary: `Remove the ${picture} of the instance`,
      replies: { 200: InstanceSettings },
    },
    async ({ c, actor }) => {
      const changed = await changePicture(db, picture, '', actor.id);
      await settings.refresh();
      return c.json(changed);
    },
  );
}

/** The REST endpoints for the settings of the instance. */
export function settingsRoutes(api: Api, ctx: Ctx): void {
  const { db, settings } = ctx;
  api.endpoint(
    {
      ...adminRead,
      path: PATH,
      summary: 'The settings of the instance',
      replies: { 200: InstanceSettings },
    },
    ({ c }) => c.json(settings.current()),
  );

  api.endpoint(
    {
      ...adminRead,
      path: `${PATH}/accent`,
      summary: 'The colors that would follow from an accent',
      query: z.object({ accent: Accent.default(THEME_ACCENT) }),
      replies: { 200: AccentColors },
    },
    ({ c, query }) => c.json(accentColors(query.accent)),
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'patch',
      path: PATH,
      summary: 'Change settings of the instance',
      body: ChangeSettings,
      replies: { 200: InstanceSettings },
    },
    async ({ c, actor, body }) => {
      const changed = await changeSettings(db, body, actor.id);
      await settings.refresh();
      return c.json(changed);
    },
  );
  for (const picture of INSTANCE_PICTURES) pictureRoutes(api, picture, ctx);
}
