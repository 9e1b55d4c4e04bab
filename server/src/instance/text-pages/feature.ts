import type { Feature } from '../../platform/core/feature.ts';
import { textPageRoutes } from './routes.ts';

export const textPages: Feature = {
  name: 'text-pages',
  endpoints: (api, { settings }) => textPageRoutes(api, settings),
};
