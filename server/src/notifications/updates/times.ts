import { createMailTokens } from '../../members/public.ts';
import { type Ctx, perProduct, type UpdateTimes } from '../../platform/core/ctx.ts';

const TIMES: UpdateTimes = { away: 120_000, pause: 3_600_000, interval: 10_000 };

export const timesOf = ({ edges }: Ctx): UpdateTimes => edges.times?.updates ?? TIMES;

/** For the links that switch mails about updates off. */
export const mailTokensOf = perProduct((ctx) => createMailTokens(ctx.deriveKey('mail links')));
