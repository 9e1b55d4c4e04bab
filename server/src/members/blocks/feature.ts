import type { Feature } from '../../platform/core/feature.ts';
import { blocksPart } from './personal-data.ts';
import { blockRoutes } from './routes.ts';

export const blocks: Feature = { name: 'blocks', endpoints: blockRoutes, personalData: blocksPart };
