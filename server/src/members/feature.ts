import type { Feature } from '../platform/core/feature.ts';
import { ownUserRoutes } from './own-routes.ts';
import { profilePart } from './personal-data.ts';
import { userRoutes } from './routes.ts';

export const profiles: Feature = {
  name: 'members',
  endpoints(api, ctx) {
    userRoutes(api, ctx);
    ownUserRoutes(api, ctx);
  },
  personalData: profilePart,
};
