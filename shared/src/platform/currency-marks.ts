/** Marks that are no code and no symbol of Intl. */
const MORE: readonly [mark: string, currency: string][] = [
  ['US$', 'USD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
  ['RS', 'INR'],
  ['EURO', 'EUR'],
  ['EUROS', 'EUR'],
  ['円', 'JPY'],
  ['元', 'CNY'],
];

function readMarks(): Map<string, Set<string>> {
  const marks = Intl.supportedValuesOf('currency').flatMap((currency) => [
    [currency, currency] as const,
    ...(['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay });
      const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
      return [symbol.toUpperCase(), currency] as const;
    }),
  ]);
  const known = new Map<string, Set<string>>();
  for (const [name, currency] of [...marks, ...MORE])
    known.set(name, (known.get(name) ?? new Set()).add(currency));
  return known;
}

let known: Map<string, Set<string>> | undefined;

/** The currencies that a mark can stand for. */
function currenciesOf(mark: string): Set<string> | undefined {
  // On first use, since it takes 60 ms.
  known ??= readMarks();
  return known.get(mark.toUpperCase()) ?? known.get(`${mark.toUpperCase()}.`);
}

const MARKS = /\p{L}*\p{Sc}|[\p{L}\p{M}]+/gu;
/** Characters of a text that are looked at. */
const TEXT_MAX = 100;
const SYMBOL = /\p{Sc}/u;

/** `USD$` is a code and a symbol. */
const parted = (mark: string): string[] =>
  currenciesOf(mark) ? [mark] : (mark.match(/\p{Sc}|\P{Sc}+/gu) ?? []);

/**
 * The first mark in a text that stands for another currency than `own`: a code, a symbol or a usual short form. Null
 * if there is none; other words say nothing about a currency.
 */
export function foreignMark(text: string, own: string): string | null {
  const marks = text.slice(0, TEXT_MAX).normalize('NFKC').match(MARKS) ?? [];
  const isForeign = (mark: string): boolean => {
    const currencies = currenciesOf(mark);
    return currencies ? !currencies.has(own) : SYMBOL.test(mark);
  };
  return marks.flatMap(parted).find(isForeign) ?? null;
}
