import { every, type Feature } from '../platform/core/feature.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import { pollAdmins } from './accounts/poll-admins.ts';

export const identity: Feature = {
  name: 'identity',
  endpoints: (api, ctx) => ctx.identity.routes(api),
  pages: (app, ctx) => ctx.identity.mount(app),
  // Open pages learn within a second that the operator's command has changed admin rights.
  jobs: [every(1_000, (ctx) => pollAdmins(ctx)())],
  notices: {
    security: {
      label: 'How you sign in',
      text: ({ data }) => data.text ?? '',
      path: ({ data }) => `/updates?settings=${data.place ?? 'account'}`,
      push: true,
      mail: 'always',
    },
  },
  personalData: (ctx) => ctx.identity.personalData,
  start: (ctx) => startJobs(ctx, 'identity', ctx.identity.jobs),
};
