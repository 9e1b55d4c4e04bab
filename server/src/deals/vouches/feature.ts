import { mailAddressOf } from '../../identity/public.ts';
import { postNotice } from '../../notifications/public.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { announceVouches } from './announce-vouches.ts';
import { lockVouchingBetween } from './lock-between.ts';
import { vouchesPart } from './personal-data.ts';
import { vouchRoutes } from './routes.ts';

export const vouches: Feature = {
  name: 'vouches',
  endpoints: (api, { db, identity, settings, mailer, config: { publicUrl } }) =>
    vouchRoutes(api, {
      ...{ db, keys: identity.keys, isOn: settings.isOn },
      removing: { mailer, publicUrl, mailAddressOf },
    }),
  on: {
    'members separated': (_, tx, { one, other }) => lockVouchingBetween(tx, one, other),
  },
  jobs: [
    every(10_000, async (ctx) => {
      const announcing = { db: ctx.db, publicUrl: ctx.config.publicUrl, postNotice: postNotice(ctx) };
      if (ctx.settings.isOn('vouches')) await announceVouches(announcing);
    }),
  ],
  personalData: vouchesPart,
};
