import type { Message } from '@selvedge/shared/conversations/conversations';
import { requests } from '@selvedge/shared/platform/realtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { takesText, textsOf } from '../../support/contract/texts-of.ts';
import { joinWorld } from '../../support/people/account.ts';
import { startWorld, type World } from '../../support/world.ts';

// PostgreSQL refuses a lone surrogate, and SQLite stores another character in its place.
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const HALF = 'a\ud83d@example.com';
const ID = '01900000-0000-7000-8000-00000000000a';

/** Fields that are compared, hashed, shown back or refused by their verb, and never stored as text. */
const NEVER_STORED = [
  ...['key', 'password', 'token', 'email', 'username', 'invite', 'rules', 'next'],
  // The Markdown that is previewed.
  'post /api/admin/instance/preview text',
  // Parsed again by the schema of the grid, and stored as it writes it.
  ...['post /api/saved-searches query', 'get /api/saved-searches/preview query'],
];

/** The fields of an input that have half of an emoji once its schema has parsed it; none if it is refused. */
function leaksOf(schema: z.ZodType): string[] {
  const parsed = schema.safeParse(textsOf(schema, { text: HALF, idOf: () => ID }));
  const leaks: string[] = [];
  JSON.stringify(parsed.data ?? null, (field, value: unknown) => {
    if (typeof value === 'string' && !value.isWellFormed()) leaks.push(field);
    return value;
  });
  return leaks;
}

test('no text of a call keeps half an emoji', () => {
  const schemas = [
    ...world.product.endpoints.flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) => (schema ? [[`${method} ${path}`, schema] as const] : [])),
    ),
    ...Object.entries(requests).map(([name, { input }]) => [name, input as z.ZodType] as const),
  ].filter(([, schema]) => takesText(schema));
  expect(schemas.length).toBeGreaterThan(30);
  const leaks = schemas.flatMap(([name, schema]) =>
    leaksOf(schema)
      .filter((field) => !NEVER_STORED.includes(field))
      .map((field) => `${name} ${field}`),
  );
  expect(leaks.filter((leak) => !NEVER_STORED.includes(leak))).toEqual([]);
});

test('a message is stored as its ack says', async () => {
  const [seller, buyer] = [await joinWorld(world, 'seller'), await joinWorld(world, 'buyer')];
  const { id } = await buyer.openConversation(await seller.list());
  const body = { conversationId: id, type: 'text', content: 'Is it \ud83d still here?' };
  const sent = await buyer.call<Message>('POST', '/api/messages', body);
  expect(sent.content).toBe('Is it  still here?');
  const [stored] = await seller.call<Message[]>('GET', `/api/conversations/${id}/messages`);
  expect(stored?.content).toBe(sent.content);
});
