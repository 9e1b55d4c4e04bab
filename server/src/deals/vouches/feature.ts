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
  notices: {
    vouch: {
      label: 'Vouches about you',
      text: ({ member }) => `New vouch from ${member}`,
      path: ({ recipient }) => `/profile/${recipient}`,
      push: true,
      mail: true,
    },
    'vouch-answered': {
      label: 'Answers to your vouches',
      text: ({ member }) => `${member} answered your vouch`,
      path: ({ member }) => `/profile/${member}`,
      push: true,
      mail: true,
    },
  },
  jobs: [
    every(10_000, async (ctx) => {
      if (ctx.settings.isOn('vouches')) await announceVouches(ctx);
    }),
  ],
  personalData: vouchesPart,
};
