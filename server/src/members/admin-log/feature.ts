import type { Feature } from '../../platform/core/feature.ts';
import { adminLogRoutes } from './routes.ts';

export const adminLog: Feature = { name: 'admin-log', endpoints: adminLogRoutes };
