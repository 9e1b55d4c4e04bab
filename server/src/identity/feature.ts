import type { Feature } from '../platform/core/feature.ts';
import { watchAdmins } from './accounts/watch-admins.ts';

export const identity: Feature = {
  name: 'identity',
  endpoints: (api, ctx) => ctx.identity.routes(api),
  pages: (app, ctx) => ctx.identity.mount(app),
  personalData: (ctx) => ctx.identity.personalData,
  start({ db, log, identity: { expire }, hub, onClose }) {
    const watching = watchAdmins(db, log, (userId) => {
      expire(userId);
      hub.publish.toPerson(userId, 'user:changed', {});
    });
    onClose('watching admins', watching);
  },
};
