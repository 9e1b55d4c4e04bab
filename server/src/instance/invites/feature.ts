import type { Feature } from '../../platform/core/feature.ts';
import { inviteRoutes } from './routes.ts';

export const invites: Feature = { name: 'invites', endpoints: inviteRoutes };
