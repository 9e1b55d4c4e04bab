import type { Feature } from '../../platform/core/feature.ts';
import { businessPart } from './personal-data.ts';
import { businessRoutes } from './routes.ts';

export const businesses: Feature = {
  name: 'businesses',
  endpoints: businessRoutes,
  personalData: businessPart,
};
