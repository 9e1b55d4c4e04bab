import { randomUUID } from 'node:crypto';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, next } from '../../support/clients/socket.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import * as account from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

type Person = account.Person & { socket: Client };
type Call = (as: Person, id: string) => Promise<number>;

const rest =
  (method: string, path: (id: string) => string, body?: (id: string) => unknown): Call =>
  async (as, id) =>
    (await as.request(method, path(id), await body?.(id))).status;

/** The HTTP status that corresponds to an ack, as far as this test needs it. */
const statusOf = (ack: { ok: boolean; error?: { code: string } }): number => {
  if (ack.ok) return 200;
  return ack.error?.code === 'not_found' ? 404 : 400;
};
const TEXT = () => ({ clientId: randomUUID(), type: 'text' as const, content: 'Hello' });
const of = (id: string) => `/api/conversations/${id}`;

/**
 * Every endpoint that takes a conversation's id, except `empty`, which needs a conversation without a
 * message.
 */
const ENDPOINTS: [name: string, call: Call][] = [
  ['GET messages', rest('GET', (id) => `${of(id)}/messages`)],
  ['GET events', rest('GET', (id) => `${of(id)}/events`)],
  [
    'POST mark-read',
    rest(
      'POST',
      (id) => `${of(id)}/mark-read`,
      () => ({}),
    ),
  ],
  ['PATCH isArchived', rest('PATCH', of, () => ({ isArchived: false }))],
  ['PATCH isMuted', rest('PATCH', of, () => ({ isMuted: true }))],
  [
    'POST images',
    rest(
      'POST',
      (id) => `${of(id)}/images`,
      async () => {
        const form = new FormData();
        form.set('image', await phonePhoto({ width: 30, height: 40 }), 'seam.jpg');
        return form;
      },
    ),
  ],
  [
    'conversation:read',
    async ({ socket }, conversationId) =>
      statusOf(await socket.emitWithAck('conversation:read', { conversationId, seq: 0 })),
  ],
  [
    'sync',
    async ({ socket }, id) => {
      const ack = await socket.emitWithAck('sync', { conversations: { [id]: 0 } });
      return ack.ok && ack.conversations.some((one) => one.id === id) ? 200 : 404;
    },
  ],
  [
    'GET conversations',
    async (as, id) => {
      const since = new Date(0).toISOString();
      const lists = await Promise.all(
        ['', `?since=${since}`, '?filter=archived', '?filter=unread'].map((query) =>
          as.call<Conversation[]>('GET', `/api/conversations${query}`),
        ),
      );
      return lists.flat().some((one) => one.id === id) ? 200 : 404;
    },
  ],
  [
    'POST messages',
    rest(
      'POST',
      () => '/api/messages',
      (id) => ({ ...TEXT(), conversationId: id }),
    ),
  ],
  [
    'message:send',
    async ({ socket }, conversationId) =>
      statusOf(await socket.emitWithAck('message:send', { ...TEXT(), conversationId })),
  ],
];
// Even the creator cannot send typing events before the first message.
const typing: Call = async ({ socket }, conversationId) =>
  statusOf(await socket.emitWithAck('conversation:typing', { conversationId, typing: true }));

describe.each(engines())('a conversation without a message (%s)', (engine) => {
  let server: World;
  let [creator, other, stranger]: Person[] = [];
  let id: string;
  beforeAll(async () => {
    server = await startWorld({ engine });
    const join = async (name: string): Promise<Person> => {
      const person = await account.joinWorld(server, name);
      const socket = person.connect();
      await next(socket, 'unread');
      return Object.assign(person, { socket });
    };
    [creator, other, stranger] = [await join('odile'), await join('marlow'), await join('pavel')];
    id = (await creator.openConversation(await other.list())).id;
  });
  afterAll(async () => {
    for (const person of [creator, other, stranger]) person?.socket.disconnect();
    await server.close();
  });

  const callAllAs = async (as: Person | undefined, endpoints: [string, Call][]) => {
    if (!as) throw new Error('a member is missing');
    const responses: [string, number][] = [];
    for (const [name, call] of endpoints) responses.push([name, await call(as, id)]);
    return responses;
  };
  const closed = (endpoints: [string, Call][]) => endpoints.map(([name]) => [name, 404]);
  const opened = (endpoints: [string, Call][]) =>
    endpoints.map(([name]) => [name, expect.toSatisfy((status: number) => status === 200 || status === 201)]);
  const empty: [string, Call] = ['DELETE empty', rest('DELETE', (one) => `${of(one)}/empty`)];

  test('exists for its creator only, on every endpoint', {
    tags: ['private-conversations'],
  }, async () => {
    const all: [string, Call][] = [...ENDPOINTS, empty, ['conversation:typing', typing]];
    expect(await callAllAs(other, all)).toEqual(closed(all));
    expect(await callAllAs(stranger, all)).toEqual(closed(all));
    expect(await typing(creator as Person, id)).toBe(404);
  });

  test('exists for both participants from its first message on', async () => {
    // The creator's calls send the first message.
    expect(await callAllAs(creator, ENDPOINTS)).toEqual(opened(ENDPOINTS));
    const all: [string, Call][] = [...ENDPOINTS, ['conversation:typing', typing]];
    expect(await callAllAs(other, all)).toEqual(opened(all));
    expect(await empty[1](other as Person, id)).toBe(409);
    expect(await callAllAs(stranger, all)).toEqual(closed(all));
  });
});
