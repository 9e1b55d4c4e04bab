import type { Feature } from '../core/feature.ts';

export const media: Feature = {
  name: 'media',
  endpoints: (api, ctx) => ctx.media.routes(api),
  pages: (app, ctx) => ctx.media.mount(app),
  personalData: (ctx) => ctx.media.personalData,
  health: (ctx) => ({ storage: ctx.media.check }),
};
