import * as z from 'zod';
import { amountInCents } from '../items/prices.ts';
import { Id } from '../platform/id.ts';
import { CATEGORIES, LISTING_LIMITS } from '../platform/limits.ts';
import { text } from '../platform/text.ts';
import { CHANNEL_PATH, DISCORD_NAME_MAX } from './discord-limits.ts';

const ADDRESS_MAX = 500;
const NO_ADDRESS = 'Enter the address of a channel webhook, like https://discord.com/api/webhooks/…';
const KINDS = ['listing', 'wanted'] as const;

const name = text({
  max: DISCORD_NAME_MAX,
  required: 'Name the channel',
  tooLong: `A name can have up to ${DISCORD_NAME_MAX} characters`,
});

const ofInstance = (text: string) => ({ description: `${text}; for a channel of the instance` });

/** What gets posted in a channel of the instance; null for everything. A member's own follows their saved searches. */
const filters = {
  kind: z.enum(KINDS).nullable().meta(ofInstance('Only listings, or only WTBs')),
  brand: text({ max: LISTING_LIMITS.brand, tooLong: 'Brand must be less than 50 characters' })
    .nullable()
    .meta(ofInstance('A part of the brand')),
  category: z.enum(CATEGORIES).nullable().meta(ofInstance('The category of a listing')),
  maxPrice: amountInCents('A price is digits with at most two decimals, up to 10,000,000')
    .nullable()
    .meta(ofInstance('The highest price')),
};

/** A channel that gets posts: of the instance, about what everyone sees, or of a member, about their own alerts. */
export const NewDiscordChannel = z.strictObject({
  name,
  url: z
    .string()
    .trim()
    .max(ADDRESS_MAX, NO_ADDRESS)
    .refine(
      (address) => URL.canParse(address) && CHANNEL_PATH.test(address.slice(new URL(address).origin.length)),
      NO_ADDRESS,
    ),
  isInstance: z.boolean().default(false).meta({ description: 'Of the instance, for admins' }),
  kind: filters.kind.default(null),
  brand: filters.brand.default(null),
  category: filters.category.default(null),
  maxPrice: filters.maxPrice.default(null),
});
export type NewDiscordChannel = z.output<typeof NewDiscordChannel>;

/** Without the address: posts can only be edited at the one that made them. */
export const ChangeDiscordChannel = z.strictObject({ name, ...filters }).partial();
export type ChangeDiscordChannel = z.output<typeof ChangeDiscordChannel>;

/** Without its address, with which anyone could post. */
export const DiscordChannel = z.object({
  id: Id,
  name: z.string(),
  isInstance: z.boolean(),
  kind: z.enum(KINDS).nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  maxPrice: z.string().nullable(),
  isOn: z.boolean().meta({ description: 'false: Discord no longer knows the address' }),
  createdAt: z.iso.datetime(),
});
export type DiscordChannel = z.infer<typeof DiscordChannel>;
