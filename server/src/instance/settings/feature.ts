import type { Feature } from '../../platform/core/feature.ts';
import { settingsRoutes } from './routes.ts';

export const instanceSettings: Feature = { name: 'settings', endpoints: settingsRoutes };
