import { noPublish, type Publish } from '../../../server/src/platform/core/publish.ts';
import { ALL_FEATURES, settingsWith } from '../servers/features.ts';

/** What offers and holds need of a server, with all features switched on and nothing counted. */
export const tradingWith = (publish: Publish = noPublish) => ({
  publish,
  features: () => settingsWith(...ALL_FEATURES).features,
  ended: () => undefined,
});
