import type { Feature } from '../../platform/core/feature.ts';
import { listingsPart } from './personal-data.ts';
import { listingRoutes } from './routes.ts';

export const listings: Feature = {
  name: 'listings',
  endpoints: listingRoutes,
  personalData: listingsPart,
};
