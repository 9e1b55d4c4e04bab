import * as z from 'zod';
import { Person } from '../members/users.ts';
import { Id } from '../platform/id.ts';
import { HOLD_CHOICES } from '../platform/limits.ts';

export const HoldListing = z.strictObject({
  conversationId: Id.meta({ description: 'My conversation about the listing with the member it is for' }),
  hours: z.literal(HOLD_CHOICES),
});
export type HoldListing = z.output<typeof HoldListing>;

/**
 * How a hold ends: its time is up, a member releases it, the item is sold or removed, one of the two members blocks the
 * other, is suspended or deleted, or holds are switched off.
 */
export type HoldEnd = 'expired' | 'released' | 'gone' | 'separated' | 'switched_off';

/** A hold as the seller and the member it is for see it in their conversation. */
export const Hold = z.object({ until: z.iso.datetime() });

/** What a conversation says when its listing is put on hold for its buyer, and when that ends. */
export function holdText(username: string, until: Date | null, timeZone: string): string {
  return until === null
    ? 'Hold released'
    : `Held for ${username} until ${until.toLocaleString('en-US', {
        ...{ timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' },
      })}`;
}

/** The line of a listing on hold, as one member sees it. */
export const Line = z.object({
  isOnHold: z.boolean(),
  hold: Hold.nullable().meta({ description: 'For the seller, and the member it is for' }),
  place: z.int().min(1).nullable().meta({ description: 'My place in the line; null if I am not in it' }),
  people: z
    .array(
      z.object({
        person: Person,
        conversationId: Id.nullable().meta({ description: 'Our conversation about the listing, if any' }),
      }),
    )
    .nullable()
    .meta({ description: 'For the seller, in order' }),
});
export type Line = z.infer<typeof Line>;
