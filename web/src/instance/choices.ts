import { hasTwoDecimals } from '@selvedge/shared/platform/currency';
import type { Options } from './select-field.tsx';

const names = new Intl.DisplayNames('en-US', { type: 'currency' });
export const CURRENCIES: Options = Intl.supportedValuesOf('currency')
  .filter(hasTwoDecimals)
  .map((code) => [code, `${code}, ${names.of(code) ?? code}`]);
export const ZONES: Options = [
  ['', 'As the server is set'],
  ...Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
];
