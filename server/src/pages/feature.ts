import { isSettingUp } from '../instance/public.ts';
import { housesOf } from '../items/public.ts';
import type { Feature } from '../platform/core/feature.ts';
import { serveWeb } from './serve-web.ts';

/** The web client. The last of the list: it answers every path that nothing else does. */
export const pages: Feature = {
  name: 'pages',
  pages: (app, ctx) => serveWeb(app, { ...ctx, isSettingUp: isSettingUp(ctx), houses: housesOf(ctx) }),
};
