import type { Feature } from '../../platform/core/feature.ts';
import { wantedPart } from './personal-data.ts';
import { wantedRoutes } from './routes.ts';

export const wanted: Feature = { name: 'wanted', endpoints: wantedRoutes, personalData: wantedPart };
