import type { Feature } from '../../platform/core/feature.ts';
import { docsRoutes } from './routes.ts';

export const docs: Feature = {
  name: 'docs',
  endpoints: (api, { config: { publicUrl }, settings }) => docsRoutes(api, { publicUrl, settings }),
};
