import { perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { openSetup } from './open-setup.ts';

const setupOf = perProduct(openSetup);
export const isSettingUp = perProduct((ctx) => setupOf(ctx).isSettingUp);
/** Creates the link to print; null if there is nothing to set up. */
export function createSetupLink(ctx: Parameters<typeof setupOf>[0]): Promise<string | null> {
  const link = setupOf(ctx).createLink();
  ctx.onClose('set-up link', () => link);
  return link;
}

export const setup: Feature = {
  name: 'setup',
  endpoints: (api, ctx) => setupOf(ctx).routes(api),
  jobs: [every(5_000, (ctx) => setupOf(ctx).forgetSpent())],
  // An admin may have come since the job last ran.
  start: (ctx) => ctx.onClose('set-up', setupOf(ctx).forgetSpent),
};
