import type { Feature } from '../../platform/core/feature.ts';
import { wantedPart } from './personal-data.ts';
import { wantedRoutes } from './routes.ts';

export const wanted: Feature = {
  name: 'wanted',
  endpoints: (api, { db, publish, config: { bumpCooldownHours } }) =>
    wantedRoutes(api, { db, publish, bumpCooldownHours }),
  personalData: wantedPart,
};
