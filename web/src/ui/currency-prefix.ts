import { currencySymbol } from '../lib/price.ts';

/** How far the text starts from the field's edge with a symbol of one character, and for each further one. */
const OFFSET_REM = 1.125;
const CHARACTER_REM = 0.625;

/** The symbol of the currency at the start of an `InputGroup`, with room for it. */
export function currencyPrefix() {
  const symbol = currencySymbol();
  const offset = OFFSET_REM - (symbol.length - 1) * CHARACTER_REM;
  return { startElement: symbol, startElementProps: { px: '3' }, startOffset: `${offset}rem` };
}
