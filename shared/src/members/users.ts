import * as z from 'zod';
import { TrustCounts } from '../deals/trust.ts';
import { Id } from '../platform/id.ts';
import { missing } from '../platform/input-errors.ts';
import { Business } from './businesses.ts';
import { NO_USERNAME } from './usernames.ts';

/** A member as others see them. */
export const Person = z.object({
  id: Id,
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  isDeleted: z
    .literal(true)
    .optional()
    .meta({ description: 'Deleted account: it has no profile and cannot reply' }),
});
export type Person = z.infer<typeof Person>;

/** A public profile: never an e-mail address or a Discord field. */
export const Profile = Person.extend({
  createdAt: z.iso.datetime(),
  activeCount: z.int(),
  soldCount: z.int(),
  wtbCount: z.int(),
  trust: TrustCounts.optional(),
  business: Business.nullable().meta({ description: 'null for a private person' }),
  isBlocked: z
    .literal(true)
    .optional()
    .meta({ description: 'I have blocked this member; the counts of items are 0' }),
});
export type Profile = z.infer<typeof Profile>;

/** The signed-in member's own profile. */
export const User = Person.extend({
  email: z.string(),
  isUsernameGenerated: z
    .literal(true)
    .optional()
    .meta({ description: 'I have neither changed my generated username nor confirmed it' }),
  usernameLastChanged: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  discordId: z.string().nullable(),
  discordUsername: z.string().nullable(),
  hidesPeople: z.boolean().meta({
    description:
      'I am in at least one block, or not interested in something, so data embedded in public pages must be filtered or refetched',
  }),
  hasWarning: z
    .literal(true)
    .optional()
    .meta({ description: 'An admin has warned me, and I have not confirmed it: see `GET /api/warnings`' }),
  authProvider: z.enum(['email', 'discord']),
  hasPassword: z
    .boolean()
    .meta({ description: 'Always false with a hosted provider, because only that provider knows' }),
});
export type User = z.infer<typeof User>;

export const ChangeUsername = z.strictObject({ username: z.string(missing(NO_USERNAME)).trim() });
export const UsernameChanged = z.object({
  message: z.string(),
  username_last_changed: z.iso.datetime().nullable(),
});
export type UsernameChanged = z.infer<typeof UsernameChanged>;

/** A picture that the caller uploaded earlier; null removes the current one. */
export const ChoosePicture = z.strictObject({ profileImageUrl: z.string().nullable() });
