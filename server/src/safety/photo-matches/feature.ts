import { perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { deleteExpiredHashes } from './delete-expired.ts';
import { createPhotoMatches } from './photo-matches.ts';

export const photoMatchesOf = perProduct(({ db, log, media }) =>
  createPhotoMatches({ db, log, uploads: media }),
);

export const photoMatches: Feature = {
  name: 'photo-matches',
  on: {
    'listing photos changed': (ctx, tx, changed) => photoMatchesOf(ctx).onPhotos(tx, changed),
    async 'photos released'(ctx, tx, { keys }) {
      tx.afterCommit(() => photoMatchesOf(ctx).discardPhotos(keys));
    },
  },
  jobs: [
    // For photos that another process left waiting.
    every(30_000, (ctx) => photoMatchesOf(ctx).kick()),
    hourly('photo hashes', ({ db }) => deleteExpiredHashes(db)),
  ],
  personalData: (ctx) => photoMatchesOf(ctx).personalData,
  start: (ctx) => ctx.onClose('photo-matches', photoMatchesOf(ctx).close),
};
