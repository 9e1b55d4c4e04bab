import * as z from 'zod';
import { usernameProblem } from '../members/usernames.ts';
import { missing, REQUIRED } from '../platform/input-errors.ts';
import { PRODUCT } from '../platform/titles.ts';
import { Accent, InstanceSettings } from './instance-settings.ts';

/** Longer than any key. */
const KEY_MAX = 200;
const key = z.string().max(KEY_MAX).meta({ description: 'The key in the set-up link' });

export const SetupKey = z.strictObject({ key });

/** What someone with a set-up link sees. */
export const SetupState = z.object({
  isDone: z.boolean().meta({ description: 'Whether the link has created the first admin' }),
  name: z.string(),
  accent: z.string(),
  currency: z.string(),
  timeZone: z.string().meta({ description: 'Empty: as `TIME_ZONE`' }),
});
export type SetupState = z.output<typeof SetupState>;

export const SetupLook = z.strictObject({
  key,
  ...InstanceSettings.pick({ name: true, accent: true }).shape,
  ...InstanceSettings.pick({ currency: true, timeZone: true }).partial().shape,
});

export type SetupLook = z.output<typeof SetupLook>;

const username = z
  .string(missing(REQUIRED))
  .trim()
  .check((context) => {
    const problem = usernameProblem(context.value, '', PRODUCT);
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
  });

/** A color to preview in the first step. */
export const SetupAccent = z.strictObject({ key, accent: Accent });

/** The second step: the first admin. */
export const SetupAdmin = z.strictObject({
  key,
  email: z.string(missing(REQUIRED)).min(1, REQUIRED),
  username,
  password: z.string(missing(REQUIRED)).min(1, REQUIRED),
});
export type SetupAdmin = z.output<typeof SetupAdmin>;

/** The result of a test mail, in words for the operator. */
export const TestMail = z.object({
  isAccepted: z.boolean().meta({ description: 'Whether a mail server has accepted it' }),
  text: z.string(),
});
export type TestMail = z.output<typeof TestMail>;
