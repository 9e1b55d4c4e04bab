import type { Ctx } from '../../platform/core/ctx.ts';

/** How long a change waits for others, and the least time between two requests about a post, in milliseconds. */
const TIMES = { settle: 5_000, pause: 60_000 };

export const timesOf = ({ edges }: Ctx) => edges.times?.discord ?? TIMES;
