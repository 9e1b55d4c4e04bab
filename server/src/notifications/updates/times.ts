import { createMailTokens } from '../../members/public.ts';
import { type Ctx, perProduct } from '../../platform/core/ctx.ts';

/** In milliseconds. */
interface UpdateTimes {
  /** How long a notice waits to be read before it is mailed. */
  away: number;
  /** Between two mails to the same member. */
  pause: number;
  /** Between two searches for what is to be pushed and mailed. */
  interval: number;
}

const TIMES: UpdateTimes = { away: 120_000, pause: 3_600_000, interval: 10_000 };

export const timesOf = ({ edges }: Ctx): UpdateTimes => edges.times?.updates ?? TIMES;

/** For the links that switch mails about updates off. */
export const mailTokensOf = perProduct((ctx) => createMailTokens(ctx.deriveKey('mail links')));
