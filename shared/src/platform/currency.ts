/** Whether amounts of a currency (ISO 4217) have two decimals, with which all amounts are stored. */
export function hasTwoDecimals(currency: string): boolean {
  return (
    new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits === 2
  );
}

/** `USD` → `US dollars`. */
export function currencyName(currency: string): string {
  return (
    new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' })
      .formatToParts(2)
      .find(({ type }) => type === 'currency')?.value ?? currency
  );
}
