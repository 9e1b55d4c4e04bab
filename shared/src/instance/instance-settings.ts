import * as z from 'zod';
import { parseHouse } from '../items/house-lines.ts';
import { hasTwoDecimals } from '../platform/currency.ts';
import { text } from '../platform/text.ts';
import { PRODUCT } from '../platform/titles.ts';
import { PICTURE_ADDRESS } from './instance-pictures.ts';

const isOn = z.boolean('must be on or off');

/** The features that an instance can switch off. */
export const Features = z.object({
  offers: isOn,
  holds: isOn,
  deals: isOn,
  vouches: isOn,
  saved: isOn,
  savedSearches: isOn,
  apiKeys: isOn,
  closet: isOn,
  webhooks: isOn,
  discord: isOn,
  proofPhoto: z.enum(['off', 'optional', 'required'], 'must be off, optional or required'),
});
export type Features = z.output<typeof Features>;
export type Feature = keyof Features;

const NAME_MAX = 40;
const TAGLINE_MAX = 80;
/** Characters of a page that the operator writes. */
export const PAGE_MAX = 20_000;

const page = (name: string) =>
  text({ max: PAGE_MAX, tooLong: `${name} can have up to 20,000 characters`, multiline: true });

const isZone = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }));
  } catch {
    return false;
  }
};
const UNKNOWN_ZONE = 'is not a known time zone, like America/Los_Angeles';
/** The name of a time zone, such as `Europe/Berlin`. */
const TimeZone = z.string().max(64, UNKNOWN_ZONE).refine(isZone, UNKNOWN_ZONE);

/** An ISO 4217 code. */
export const Currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), {
    error: 'must be the code of a currency, like USD or EUR',
    abort: true,
  })
  .refine(hasTwoDecimals, 'must be a currency with two decimals');

/** No value: the setting's effect is absent, or stays what the environment or the theme says. */
const none = z.literal('');

const NO_COLOUR = 'must be a colour like #1f2d47';
const NO_CONTACT = 'must be an e-mail address or an https address';

/** A colour as `#rrggbb`. */
export const Accent = z.string(NO_COLOUR).regex(/^#[\da-f]{6}$/i, NO_COLOUR);

const ButtonColors = z.object({ button: z.string(), text: z.string(), ground: z.string() });
/** The colours that follow from an accent, each as `#rrggbb`. */
export const AccentColors = z.object({
  nearest: z.string().meta({ description: 'The nearest accent that white text is readable on' }),
  light: ButtonColors,
  dark: ButtonColors,
});
export type AccentColors = z.output<typeof AccentColors>;

const NO_HOUSE = 'Each line is a house and its other names, like Maison Margiela = MMM, Martin Margiela';
const BrandAliases = text({
  max: PAGE_MAX,
  tooLong: 'The names of brands can have up to 20,000 characters',
  multiline: true,
}).refine(
  (lines) =>
    lines.split('\n').every((line) => line.trim() === '' || (parseHouse(line)?.aliases.length ?? 0) > 0),
  NO_HOUSE,
);

/** Each setting that is one value; an empty text is none. */
const Values = z.object({
  name: text({
    max: NAME_MAX,
    required: 'A name is required',
    tooLong: 'A name can have up to 40 characters',
    isName: true,
  }),
  tagline: text({ max: TAGLINE_MAX, tooLong: 'A tagline can have up to 80 characters' }),
  accent: z.union([none, Accent], NO_COLOUR).meta({ description: 'Empty: the colour of the theme' }),
  about: page('The About page'),
  rules: page('The rules'),
  imprint: page('The imprint'),
  privacy: page('The privacy page'),
  contact: z.union(
    [
      none,
      z.email(NO_CONTACT).max(254),
      // Normalized, since the start of the address tells it from an e-mail address.
      z.url({ protocol: /^https$/, normalize: true, error: NO_CONTACT }).max(500),
    ],
    NO_CONTACT,
  ),
  currency: Currency,
  timeZone: z.union([none, TimeZone], UNKNOWN_ZONE).meta({ description: 'Empty: as `TIME_ZONE`' }),
  brandAliases: BrandAliases.meta({
    description: 'Houses with their other names, a line each: `Maison Margiela = MMM, Martin Margiela`',
  }),
  signUp: z.enum(['open', 'invite', 'closed'], 'must be open, invite or closed'),
});

const NO_PICTURE = 'must be the address of an uploaded picture';
const picture = (address: RegExp) =>
  z
    .union([none, z.string().regex(address, NO_PICTURE)], NO_PICTURE)
    .meta({ description: 'The address of the picture. Empty: none' });

/** Pictures have calls of their own. */
const Pictures = z.object({ logo: picture(PICTURE_ADDRESS.logo), icon: picture(PICTURE_ADDRESS.icon) });

/** What the operator of an instance chooses. */
export const InstanceSettings = Values.extend({ ...Pictures.shape, features: Features });
export type InstanceSettings = z.output<typeof InstanceSettings>;
/** Only the settings that were changed; every other one has its default. */
export type StoredSettings = Partial<z.output<typeof Values> & z.output<typeof Pictures>> & {
  features?: Partial<Features>;
};

/** With these, an instance shows exactly what the product's specification says. */
export const DEFAULTS: InstanceSettings = {
  ...{ name: PRODUCT, tagline: '', accent: '', logo: '', icon: '' },
  ...{ about: '', rules: '', imprint: '', privacy: '', contact: '' },
  ...{ currency: 'USD', timeZone: '', brandAliases: '', signUp: 'open' },
  features: {
    ...{ offers: true, holds: true, deals: true, vouches: true },
    ...{ saved: true, savedSearches: true, apiKeys: true, closet: true },
    ...{ webhooks: true, discord: true, proofPhoto: 'optional' },
  },
};

type Nullish<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> };
const nullish = <S extends z.ZodRawShape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, z.optional(z.nullable(field))]),
  ) as Nullish<S>;

/** The settings to change; null restores a default. */
export const ChangeSettings = z.strictObject({
  ...nullish(Values.shape),
  features: z.strictObject(nullish(Features.shape)).optional(),
});
export type ChangeSettings = z.output<typeof ChangeSettings>;

/** Whether a feature is switched on. */
export function isFeatureOn(features: Features, feature: Feature): boolean {
  return features[feature] !== false && features[feature] !== 'off';
}
