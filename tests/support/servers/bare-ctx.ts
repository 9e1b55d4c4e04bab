import { createOfflineCtx } from '../../../server/demo/offline-ctx.ts';
import type { Publish } from '../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import type { ChatImages } from '../../../server/src/platform/media/chat-images.ts';
import { ALL_FEATURES, settingsWith } from './features.ts';

const noPictures = (): never => {
  throw new Error('this context has no image storage');
};
export const noImages: ChatImages = {
  takeIn: noPictures,
  urlFor: noPictures,
  discard: async () => undefined,
  read: noPictures,
};

/** A context without images for tests beside which no jobs may read and write. */
export const createBareCtx = (
  db: Database,
  publish?: Publish,
  { settings = settingsWith(...ALL_FEATURES), rateLimits = true } = {},
) =>
  createOfflineCtx(db, {
    ...(publish && { publish }),
    ...{ rateLimits, settings: { ...settings, timeZone: 'UTC' }, media: { chatImages: noImages } },
  });
