import { postNotice } from '../../notifications/public.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { announceVouches } from './announce-vouches.ts';
import { lockVouchingBetween } from './lock-between.ts';
import { vouchesPart } from './personal-data.ts';
import { vouchRoutes } from './routes.ts';

export const vouches: Feature = {
  name: 'vouches',
  endpoints: vouchRoutes,
  on: {
    'members separated': (_, tx, { one, other }) => lockVouchingBetween(tx, one, other),
  },
  jobs: [
    every(10_000, async (ctx) => {
      if (ctx.settings.isOn('vouches')) await announceVouches(ctx, postNotice(ctx));
    }),
  ],
  personalData: vouchesPart,
};
