import { YOUNG_FACTOR_MS } from '@selvedge/shared/two-step';
import type { FactorRow } from '../queries.ts';

/** Whether a factor is verified so lately that its maker may be an intruder, whom a recovery is to get rid of. */
export const isYoung = ({ verifiedAt }: Pick<FactorRow, 'verifiedAt'>): boolean =>
  verifiedAt !== null && Date.now() - verifiedAt.getTime() < YOUNG_FACTOR_MS;
