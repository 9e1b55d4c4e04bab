import { AppError } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { countPrices, lockPrices } from './queries.ts';

/**
 * Keeps the currency from changing under existing prices. No price is added before the transaction ends.
 * @param currency the one that prices are in
 * @throws conflict, with the number of prices
 */
export async function requireNoPrices(tx: Tx, currency: string): Promise<void> {
  await lockPrices(tx);
  const count = await countPrices(tx);
  if (count === 0) return;
  const prices = count === 1 ? '1 price is' : `${count.toLocaleString('en-US')} prices are`;
  throw new AppError(
    'conflict',
    `${prices} in ${currency}. Another currency would leave the numbers as they are: only the operator can change it, with \`instance set currency <code> --force\`.`,
  );
}
