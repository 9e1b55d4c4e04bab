/** Whether amounts of a currency (ISO 4217) have two decimals, with which all amounts are stored. */
export const hasTwoDecimals = (currency: string): boolean =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ===
  2;

/** `USD` → `US dollars`. */
export const currencyName = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency;
