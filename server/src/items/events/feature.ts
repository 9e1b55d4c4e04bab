import type { Feature } from '../../platform/core/feature.ts';
import { itemEventRoutes } from './routes.ts';

export const itemEvents: Feature = { name: 'events', endpoints: itemEventRoutes };
