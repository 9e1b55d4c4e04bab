import type { Feature } from '../../platform/core/feature.ts';
import { inviteRoutes } from './routes.ts';

export const invites: Feature = {
  name: 'invites',
  endpoints: (api, { db, config: { publicUrl } }) => inviteRoutes(api, { db, publicUrl }),
};
