import * as z from 'zod';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;

/** A person as others see them. */
export const Person = z.object({
  id: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
});
export type Person = z.infer<typeof Person>;

/** A public profile: never an e-mail address or a Discord field. */
export const Profile = Person.extend({
  createdAt: z.iso.datetime(),
  activeCount: z.int(),
  soldCount: z.int(),
  wtbCount: z.int(),
});
export type Profile = z.infer<typeof Profile>;

/** The signed-in person as they see themselves. */
export const User = Person.extend({
  email: z.string(),
  usernameLastChanged: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  discordId: z.string().nullable(),
  discordUsername: z.string().nullable(),
  authProvider: z.enum(['email', 'discord']),
});
export type User = z.infer<typeof User>;
