type TypedMoney = readonly (readonly [typed: string, cents: number])[];

/** The commonest ways to type an amount, and its cents. */
export const COMMON_MONEY: TypedMoney = [
  ['99,50', 9_950],
  ['1.234,56', 123_456],
  ['$1,200', 120_000],
  ['٣٥٠', 35_000],
  ['１２０', 12_000],
  ['€ 45,–', 4_500],
  ['12.345', 1_234_500],
];

/** Texts of amounts as people type them, and their cents. */
export const TYPED_MONEY: TypedMoney = [
  ...COMMON_MONEY,
  ['99.50', 9_950],
  ['99,5', 9_950],
  ['1,234.56', 123_456],
  ['1 234,56', 123_456],
  ["SFr. 1'234.–", 123_400],
  ['1,000', 100_000],
  ['1.000', 100_000],
  ['1,23,456.70', 12_345_670],
  ['1.234.567', 123_456_700],
  ['١٬٢٣٤٫٥٠', 123_450],
  ['１，２００．５０', 120_050],
  ['৪৫', 4_500],
  ['𝟗𝟗', 9_900],
  ['45.- kr.', 4_500],
  ['.5', 50],
  ['12.', 1_200],
  ['007', 700],
  ['10000000', 1_000_000_000],
];

/** Texts that are no amount, negative, can be read in two ways, or name too much. */
export const REFUSED_MONEY: readonly string[] = [
  '-45',
  '−45',
  '€ -45,00',
  '($45.00)',
  '100–150',
  '2 x 50',
  '1e3',
  '5k',
  'abc',
  '$',
  '0.125',
  '1.2345',
  '1200.999',
  '1,200.999',
  '900.5.05',
  '10000000,01',
  '25.000.000',
];
