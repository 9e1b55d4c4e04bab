import { type Feature, hourly } from '../core/feature.ts';
import { deleteFailuresBefore } from './queries.ts';

const DAY = 86_400_000;

export const queueFailures: Feature = {
  name: 'queue failures',
  jobs: [
    hourly('queue failures', ({ db }) =>
      db.transact(async (tx) => deleteFailuresBefore(tx, new Date(Date.now() - DAY))),
    ),
  ],
};
