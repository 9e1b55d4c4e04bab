import * as z from 'zod';
import { Person } from '../members/users.ts';
import { Id } from '../platform/id.ts';
import { text } from '../platform/text.ts';
import { wholeNumber } from '../platform/whole-number.ts';
import { INVITE_STATES } from './invite-texts.ts';

const INVITE_USES_MAX = 100;
const INVITE_DAYS_MAX = 90;
const INVITE_NOTE_MAX = 80;

/** A new invitation: for how many accounts, and how long. */
export const NewInvite = z.strictObject({
  uses: wholeNumber(1, INVITE_USES_MAX).default(1),
  days: wholeNumber(1, INVITE_DAYS_MAX).default(7),
  note: text({ max: INVITE_NOTE_MAX, tooLong: 'A note can have up to 80 characters' }).default(''),
});
export type NewInvite = z.output<typeof NewInvite>;

/** An invitation as admins see it, without its link. */
export const Invite = z.object({
  id: Id,
  state: z.enum(INVITE_STATES).meta({ description: '`used`: it has admitted all its accounts' }),
  uses: z.number().meta({ description: 'The number of accounts that it admits' }),
  used: z.number().meta({ description: 'Those that it has admitted' }),
  note: z.string(),
  admin: Person.nullable().meta({ description: 'Who made it; null: the operator, on the command line' }),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Invite = z.infer<typeof Invite>;

export const CreatedInvite = Invite.extend({
  link: z.string().meta({ description: 'The link to send; it is shown only this once' }),
});
export type CreatedInvite = z.infer<typeof CreatedInvite>;
