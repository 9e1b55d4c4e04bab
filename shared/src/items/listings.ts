import * as z from 'zod';
import { TrustCounts } from '../deals/trust.ts';
import { Business } from '../members/businesses.ts';
import { Person } from '../members/users.ts';
import { ClientId, Id } from '../platform/id.ts';
import { missing, REQUIRED } from '../platform/input-errors.ts';
import { CATEGORIES, CONDITIONS, DESCRIPTION_MAX, LISTING_LIMITS as L } from '../platform/limits.ts';
import { toCents } from '../platform/money.ts';
import { text } from '../platform/text.ts';
import { priceInCents } from './prices.ts';
import { AddProofPhoto, ProofPhoto } from './proof-photos.ts';

const NO_IMAGES = 'No images: Please upload at least one image';
const PRICE_INVALID = 'Price must be a positive number up to $10,000,000';

/** In a form, the value is the empty string until a choice is made. */
const choose = { error: ({ input }: { input?: unknown }) => (input === '' ? REQUIRED : undefined) };

const fields = {
  title: text({
    max: L.title,
    required: 'Title is required',
    tooLong: 'Title must be less than 100 characters',
    isName: true,
  }),
  description: text({
    max: DESCRIPTION_MAX,
    tooLong: 'Description must be less than 1,500 characters',
    multiline: true,
  })
    .nullish()
    .transform((value) => value || null),
  brand: text({
    max: L.brand,
    required: REQUIRED,
    tooLong: 'Brand must be less than 50 characters',
    isName: true,
  }),
  category: z.enum(CATEGORIES, choose),
  size: text({ max: L.size, required: REQUIRED, tooLong: 'Size must be less than 5 characters' }),
  condition: z.enum(CONDITIONS, choose),
};

/** The text fields of the listing form; the form manages the photos separately. */
export const ListingFields = z.strictObject({
  ...fields,
  price: priceInCents({ required: 'Price is required', invalid: PRICE_INVALID }),
});

/** The whole form, with the photos. */
export const ListingForm = ListingFields.extend({
  images: z
    .array(z.string().max(500), missing(NO_IMAGES))
    .min(1, NO_IMAGES)
    .max(L.images, 'Too many images: You can upload up to 8 images only')
    .refine((urls) => new Set(urls).size === urls.length, 'The same image is listed twice'),
});
export const NewListing = ListingForm.extend({
  clientId: ClientId,
  proof: AddProofPhoto.optional().meta({
    description:
      'A proof photo with the code from `POST /api/proof-code`. Required where the instance requires proof photos',
  }),
});
export type NewListing = z.output<typeof NewListing>;

const IGNORED = z.unknown().optional().meta({ description: 'Ignored: editing never changes the price' });

/** The listing form of an item already on sale. */
export const EditedFields = ListingFields.extend({ price: IGNORED });
export const EditListing = ListingForm.extend({ price: IGNORED });
export type EditListing = z.output<typeof EditListing>;

export const NOT_LOWER = 'New price must be lower than current price';

export const DiscountListing = z.strictObject({
  newPrice: priceInCents({ required: 'New price is required', invalid: 'Price must be a positive number' }),
});
export type DiscountListing = z.output<typeof DiscountListing>;

/** The discount form of an item with the current price `price`, as on the wire. */
export function discountOf(price: string) {
  return DiscountListing.refine(({ newPrice }) => newPrice < toCents(price), {
    error: NOT_LOWER,
    path: ['newPrice'],
  });
}

/** The prices that a discount of a listing is compared with. */
export const DiscountReference = z.object({
  referencePrice: z
    .string()
    .meta({ description: 'The price that the displayed discount percentage is based on' }),
  lowestPrice: z
    .string()
    .meta({ description: 'The lowest price of the last 30 days: 10 percent off it earns a bump' }),
});
export type DiscountReference = z.infer<typeof DiscountReference>;

export const PriceListing = z.strictObject({
  price: priceInCents({ required: 'Price is required', invalid: PRICE_INVALID }),
});
export type PriceListing = z.output<typeof PriceListing>;

export const Listing = z.object({
  id: Id,
  sellerId: Id,
  seller: Person,
  title: z.string(),
  description: z.string().nullable(),
  brand: z.string(),
  category: z.enum(CATEGORIES),
  size: z.string(),
  condition: z.enum(CONDITIONS),
  price: z.string().meta({ description: 'US dollars with two decimals, "120.00"' }),
  originalPrice: z.string().optional(),
  isDiscounted: z.boolean(),
  isSold: z.boolean(),
  isOnHold: z.literal(true).optional().meta({ description: 'On hold for a member' }),
  soldAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  bumpedAt: z.iso.datetime(),
  lastBumpAt: z.iso.datetime().nullable().meta({ description: 'When its owner last bumped it' }),
  images: z
    .array(z.string())
    .meta({ description: 'URLs ending in -1800.webp; -320, -640 and -1080 are smaller' }),
  placeholders: z.array(z.string()).meta({ description: 'A ThumbHash in base64 for each image' }),
  proofPhoto: ProofPhoto.nullable().optional().meta({ description: 'null if it has none; missing in lists' }),
  isSaved: z.boolean().optional().meta({
    description:
      'Whether the caller has saved it. Only for signed-in callers, in one listing and in `GET /api/saved`: other lists are the same for everyone, beside `GET /api/saved/ids`',
  }),
});
export type Listing = z.infer<typeof Listing>;

/** What the card of a listing shows: a third of the bytes. */
export const CardListing = Listing.pick({
  ...{ id: true, sellerId: true, title: true, brand: true, size: true, condition: true },
  ...{ price: true, originalPrice: true, isDiscounted: true, isSold: true, isOnHold: true },
  ...{ soldAt: true, createdAt: true, bumpedAt: true, images: true, placeholders: true },
}).extend({ seller: Person.pick({ username: true }) });
export type CardListing = z.infer<typeof CardListing>;

/** A listing as its own page shows it, with what is known about its seller. */
export const ListingDetails = Listing.extend({
  seller: Person.extend({
    trust: TrustCounts.optional(),
    business: Business.nullable().meta({ description: 'null for a private person' }),
  }),
});
export type ListingDetails = z.infer<typeof ListingDetails>;

export const Upload = z.object({
  url: z.string(),
  width: z.int().meta({ description: 'pixels' }),
  height: z.int().meta({ description: 'pixels' }),
  placeholder: z.string(),
});
export type Upload = z.infer<typeof Upload>;
