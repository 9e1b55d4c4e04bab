import type { Feature } from '../../platform/core/feature.ts';
import { tradingOf } from './context.ts';
import { listingsPart } from './personal-data.ts';
import { listingRoutes } from './routes.ts';

export const listings: Feature = {
  name: 'listings',
  endpoints: (api, ctx) => listingRoutes(api, tradingOf(ctx)),
  personalData: listingsPart,
};
