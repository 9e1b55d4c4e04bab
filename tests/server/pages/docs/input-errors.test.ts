import { MakeApiKey } from '@selvedge/shared/identity/api-keys';
import { NewDiscordChannel } from '@selvedge/shared/notifications/discord';
import { NewWebhook } from '@selvedge/shared/notifications/webhooks';
import { requests } from '@selvedge/shared/platform/realtime';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { invalidInput } from '../../../../server/src/platform/core/errors.ts';
import { worldForAll } from '../../../support/world.ts';

/** Every message for invalid input, except `Unknown field "…"` and `Must be at …`. */
const TEXTS = [
  'A code has 6 letters',
  'A key expires after 30, 90 or 365 days, or never',
  'A name can have up to 60 characters',
  'A name can have up to 80 characters',
  'A note can be up to 500 characters',
  'A price is digits with at most two decimals, up to 10,000,000',
  'A reason can be up to 500 characters',
  'Address can be up to 300 characters',
  'Address is required',
  'Alerts are instant, daily or off',
  'Name the channel',
  'A name can have up to 60 characters',
  'Enter the address of a channel webhook, like https://discord.com/api/webhooks/…',
  'An address can have up to 1,000 characters',
  'Choose an event',
  'Choose events of the list',
  'Enter an address that starts with https://',
  'Brand must be less than 50 characters',
  'Budget must be a positive number up to $10,000,000',
  'Business name can be up to 100 characters',
  'Business name is required',
  'Choose Good, Mixed or Bad',
  'Choose at least one thing that the key may do',
  'Description must be less than 1,500 characters',
  'Details can be up to 1,000 characters',
  'Give a reason: the writer will read it',
  'Each line is a house and its other names, like Maison Margiela = MMM, Martin Margiela',
  'Enter a valid e-mail address',
  'Enter a word to search for',
  'Enter an amount',
  'A name can have up to 40 characters',
  'A name is required',
  'A note can have up to 80 characters',
  'A tagline can have up to 80 characters',
  'The About page can have up to 20,000 characters',
  'The imprint can have up to 20,000 characters',
  'The names of brands can have up to 20,000 characters',
  'The privacy page can have up to 20,000 characters',
  'Choose at most 30 sizes',
  'The rules can have up to 20,000 characters',
  'is not a known time zone, like America/Los_Angeles',
  'must be a colour like #1f2d47',
  'must be an e-mail address or an https address',
  'match must be JSON that tells the columns',
  'must be open, invite or closed',
  'must be the code of a currency, like USD or EUR',
  'Enter an amount like 52 or 52.50',
  'Invalid input',
  'Invalid user or listing reference',
  'Messages can be up to 4,000 characters',
  'Must be 1970 or later',
  'Must be a whole number',
  'New price is required',
  'No images: Please upload at least one image',
  'Please choose a reason',
  'Price is required',
  'Price must be a positive number',
  'Price must be a positive number up to $10,000,000',
  'Provide at least one change',
  'Provide the price',
  'Provide the price as shown',
  'Register number can be up to 100 characters',
  'Required',
  'Search for at least 2 characters',
  'Search for at most 100 characters',
  'Size must be less than 10 characters',
  'Size must be less than 5 characters',
  'The rule or law can be up to 200 characters',
  'This search is too long',
  'Target price is required',
  'Title is required',
  'Title must be less than 100 characters',
  'Too many images: You can upload up to 8 images only',
  'Username must be 3 to 20 characters long. Usernames are 3 to 20 letters and numbers, and can be changed once every 7 days.',
  'Username cannot be empty. Usernames are 3 to 20 letters and numbers, and can be changed once every 7 days.',
  'Write something first',
  'Write the reason: it is mailed to who appealed',
  'You can write up to 280 characters',
  'Your name can be up to 100 characters',
];
const PATTERNS = [/^Unknown field ".*"$/s, /^Must be at (most|least) [\d,]+( characters| entries)?$/];

const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 60,
  Number.NaN,
  '',
  ' ',
  'nonsense',
  '٣',
  '101',
  'x'.repeat(100_000),
  [],
  [1],
  Array.from({ length: 200 }, () => 'x'),
  {},
  { extra: 1 },
];

/** The fields of an object schema, or of each option of a union. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option as z.ZodType));
  return [];
}

/** The messages of a schema for an invalid input and for an invalid value of each field. */
function messagesOf(schema: z.ZodType): string[] {
  const fields = fieldsOf(schema);
  const types = ['text', 'image'].map((type) => ({ type }));
  const inputs = [
    ...WRONG,
    ...types,
    ...fields.flatMap((field) =>
      WRONG.flatMap((value) => [{}, ...types].map((rest) => ({ ...rest, [field]: value }))),
    ),
  ];
  return inputs.flatMap((input) => {
    const { error } = schema.safeParse(input);
    return error ? (invalidInput(error, 'USD').issues?.map(({ message }) => message) ?? []) : [];
  });
}

const server = worldForAll();

test('every schema rejects invalid input with a known message', {
  tags: ['readable-refusals'],
}, () => {
  const schemas = [
    ...server.product.endpoints
      .flatMap(({ query, body }) => [query, body])
      .filter((schema) => schema !== undefined),
    ...Object.values(requests).map(({ input }) => input),
  ];
  const messages = new Set(schemas.flatMap(messagesOf));
  const isKnown = (message: string) =>
    TEXTS.includes(message) || PATTERNS.some((pattern) => pattern.test(message));
  expect([...messages].filter((message) => !isKnown(message)).toSorted()).toEqual([]);
  // Each listed message occurs.
  expect(TEXTS.filter((text) => !messages.has(text))).toEqual([]);
});

// These forms show the message below all fields.
test.for(Object.entries({ MakeApiKey, NewDiscordChannel, NewWebhook }))(
  'a refusal of %s needs no field beside it',
  { tags: ['readable-refusals'] },
  ([, schema]) => {
    expect(messagesOf(schema).filter((message) => !/^[A-Z]/.test(message))).toEqual([]);
  },
);
