import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { apiKeysPart } from './personal-data.ts';
import { apiKeyRoutes } from './routes.ts';
import { watchExpiry } from './watch-expiry.ts';

/** Members make keys for their programs, each for some scopes. */
export const apiKeys: Feature = {
  name: 'apiKeys',
  endpoints: apiKeyRoutes,
  jobs: [
    hourly('api keys', (ctx) => watchExpiry(ctx)),
    // While the feature is switched off, no new socket is let in either.
    every(1_000, async ({ settings, hub }) => {
      if (!settings.isOn('apiKeys')) hub.endKeys();
    }),
  ],
  personalData: apiKeysPart,
};
