import { type RequestName, requests } from '@selvedge/shared/platform/realtime';
import { SCOPES } from '@selvedge/shared/platform/scope';
import { describe, expect, test } from 'vitest';
import { openRoles, withIds } from '../../support/contract/every-role.ts';
import { TABLE } from '../../support/contract/role-table.ts';
import { SOCKET_INPUTS } from '../../support/contract/socket-inputs.ts';
import { addApiKey } from '../../support/people/api-keys.ts';

type Roles = Awaited<ReturnType<typeof openRoles>>;
type Caller = 'owner' | 'other';

/** The keys that a program may have, each with the role of the table whose member it belongs to. */
const KEYS = {
  full: { role: 'owner', scopes: [...SCOPES] },
  ofAnother: { role: 'other', scopes: [...SCOPES] },
  read: { role: 'owner', scopes: ['read'] },
  withoutRead: { role: 'owner', scopes: ['items', 'chat', 'webhooks'] },
  expired: { role: 'owner', scopes: [...SCOPES], expiresAt: new Date(Date.now() - 1_000) },
} as const satisfies Record<string, { role: Caller; scopes: (typeof SCOPES)[number][]; expiresAt?: Date }>;
type KeyName = keyof typeof KEYS | 'revoked';

const COLUMN = { visitor: 0, other: 1, owner: 2 } as const;

/** The status that the table has for a call with a key. */
function expectedOf({ world }: Roles, call: string, name: KeyName): number | undefined {
  const endpoint = world.product.endpoints.find(
    ({ method, path }) => call === `${method.toUpperCase()} ${path}`,
  );
  const row = TABLE[call]?.[0];
  if (!endpoint || !row) return undefined;
  const { access, scope } = endpoint;
  const key = name === 'revoked' || name === 'expired' ? null : KEYS[name];
  const scopes: readonly string[] = key?.scopes ?? [];
  if (access === 'public') return row[COLUMN.owner];
  const isWithin = scope != null && scopes.includes(scope);
  if (access === 'viewer') return row[key && isWithin ? COLUMN[key.role] : COLUMN.visitor];
  if (!key) return 401;
  return isWithin ? row[COLUMN[key.role]] : 403;
}

async function addKeys({ world: { db }, people }: Roles): Promise<Record<KeyName, string>> {
  const keys: [string, string][] = [['revoked', (await addApiKey(db, people.owner)).key]];
  await db.transact(({ q, t }) => q.delete(t.apiKeys).returning());
  for (const [name, { role, ...key }] of Object.entries(KEYS))
    keys.push([name, (await addApiKey(db, people[role], key)).key]);
  return Object.fromEntries(keys) as Record<KeyName, string>;
}

/** Makes every call of the table with a key. Only what has changed the fixtures makes new ones, which replace the keys. */
async function walk(roles: Roles, name: KeyName): Promise<Record<string, number>> {
  const { world, people, make } = roles;
  const arrange = async () => ({
    fixtures: await make(people[name === 'ofAnother' ? 'other' : 'owner']),
    keys: await addKeys(roles),
  });
  let { fixtures, keys } = await arrange();
  const statuses: Record<string, number> = {};
  for (const [call, [, body]] of Object.entries(TABLE)) {
    const [method = '', path = ''] = withIds(call, fixtures).split(' ');
    const sent = body?.(fixtures);
    const content = sent instanceof FormData ? { body: sent } : { json: sent };
    const response = await world.call(method, path, { token: keys[name], ...content });
    statuses[call] = response.status;
    await response.body?.cancel();
    if (method !== 'GET' && response.ok) ({ fixtures, keys } = await arrange());
  }
  return statuses;
}

describe('every call with an API key', () => {
  test.each<KeyName>(['full', 'ofAnother', 'read', 'withoutRead', 'expired', 'revoked'])(
    'that is %s answers as the table says',
    { tags: ['api-key-scopes'], timeout: 240_000 },
    async (name) => {
      const roles = await openRoles();
      const expected = Object.keys(TABLE).map((call) => [call, expectedOf(roles, call, name)]);
      expect(await walk(roles, name)).toEqual(Object.fromEntries(expected));
    },
  );
});

test('calls about accounts have no scope', { tags: ['api-key-scopes'] }, async () => {
  const { world } = await openRoles();
  const closed = world.product.endpoints.filter(
    ({ path, access }) =>
      /^\/api\/(auth|keys|admin|setup|blocks|notifications)\b/.test(path) || access === 'admin',
  );
  expect(closed.length).toBeGreaterThan(30);
  expect(closed.filter(({ scope }) => scope != null)).toEqual([]);
});

test('every socket request obeys the scopes of a key', { tags: ['api-key-scopes'] }, async () => {
  const roles = await openRoles();
  const { world, people, make } = roles;
  const fixtures = await make(people.owner);
  for (const name of ['full', 'read', 'withoutRead'] as const) {
    const { key } = await addApiKey(world.db, people.owner, { scopes: [...KEYS[name].scopes] });
    const socket = await world.connect({ token: key });
    for (const [request, { scope }] of Object.entries(requests)) {
      const input = SOCKET_INPUTS[request as RequestName](fixtures);
      const ack = await socket.emitWithAck(request, input as never);
      const isWithin = scope !== null && (KEYS[name].scopes as readonly string[]).includes(scope);
      const isRefused = ack.error?.code === 'forbidden' && /API key/.test(ack.error.message);
      expect([name, request, isRefused]).toEqual([name, request, !isWithin]);
    }
  }
});

test.each(['expired', 'revoked'] as const)(
  'a socket with an API key that is %s is refused',
  { tags: ['api-key-scopes'] },
  async (name) => {
    const roles = await openRoles();
    const socket = await roles.world.connect({ token: (await addKeys(roles))[name] });
    const refusal = await new Promise((resolve) => socket.once('connect_error', resolve));
    expect(refusal).toMatchObject({ data: { code: 'unauthorized' } });
  },
);
