import { YOUNG_FACTOR_MS } from '@selvedge/shared/two-step';
import type { FactorRow } from '../queries.ts';

/**
 * Whether a factor was verified so recently that an intruder may have added it. A recovery may then remove
 * it.
 */
export const isYoung = ({ verifiedAt }: Pick<FactorRow, 'verifiedAt'>): boolean =>
  verifiedAt !== null && Date.now() - verifiedAt.getTime() < YOUNG_FACTOR_MS;
