import { every, type Feature } from '../../platform/core/feature.ts';
import { indexWords } from './index-words.ts';
import { listingsPart } from './personal-data.ts';
import { listingRoutes } from './routes.ts';

export const listings: Feature = {
  name: 'listings',
  endpoints: listingRoutes,
  personalData: listingsPart,
  // Listings of an earlier version can come in at any time: its nodes may still run, or a copy is imported.
  jobs: [every(60_000, ({ db }) => indexWords(db))],
  start({ db, log, onClose }) {
    const indexing = indexWords(db).catch((err: unknown) =>
      log.error({ err }, 'listings could not be indexed for searches; a job will retry'),
    );
    onClose('listings', () => indexing);
  },
};
