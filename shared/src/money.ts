/** `"120.5"` → `12050`. */
export const toCents = (amount: string): number => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

/** `12000` → `"120.00"`. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2);
