import { expect, test } from 'vitest';
import type { OpenApi } from '../../../server/src/pages/docs/openapi.ts';
import { addressOf } from '../../support/contract/every-call.ts';
import { callInEveryRole, openRoles, type RoleAnswer } from '../../support/contract/every-role.ts';
import { TABLE } from '../../support/contract/role-table.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

interface Documented {
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}
type Operation = { responses: Record<string, Documented> };

/** Headers that the document must declare where a response has them. */
const DOCUMENTED_HEADERS = ['etag', 'link', 'x-total-count', 'x-total-count-capped', 'location'];

const mediaTypeOf = ({ headers }: RoleAnswer) => headers.get('content-type')?.split(';')[0];

/** How a response deviates from the document, or null. */
function difference(rest: OpenApi, response: RoleAnswer): object | null {
  const { call, role, status } = response;
  const [method = '', path = ''] = call.split(' ');
  const methods = rest.paths[path.replace(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined;
  const responses = methods?.[method.toLowerCase()]?.responses ?? {};
  const expected = responses[status] ?? (status >= 400 ? responses.default : undefined);
  const mediaType = mediaTypeOf(response);
  if (!expected) return { call, role, undocumented: status };
  const documented = Object.keys(expected.content ?? {}).join();
  if ((mediaType ?? '') !== documented) return { call, role, status, documented, mediaType };
  const named = Object.keys(expected.headers ?? {}).map((name) => name.toLowerCase());
  const undeclared = DOCUMENTED_HEADERS.filter((name) => response.headers.has(name) && !named.includes(name));
  return status < 400 && undeclared.length > 0 ? { call, role, status, undeclared } : null;
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;

// One walk through all calls in all roles, whose answers every test here reads.
describeOnEngines('every call in every role', ({ engine }) => {
  let walk: Awaited<ReturnType<typeof callInEveryRole>>;
  // About 600 calls: long on a busy machine.
  test('every role gets the documented answer from every call', {
    tags: ['role-table'],
    timeout: 240_000,
  }, async () => {
    walk = await callInEveryRole(TABLE, { engine });
    const { endpoints, answers } = walk;
    expect(Object.keys(TABLE).toSorted()).toEqual(endpoints.map(nameOf).toSorted());
    const statuses = Map.groupBy(answers, ({ call }) => call);
    expect(
      Object.fromEntries([...statuses].map(([call, of]) => [call, of.map(({ status }) => status)])),
    ).toEqual(Object.fromEntries(Object.entries(TABLE).map(([call, [row]]) => [call, row])));
  });

  test('only cached calls without a token may be stored', { tags: ['no-store'] }, () => {
    const { endpoints, answers } = walk;
    const cached = new Set(endpoints.filter(({ isCached }) => isCached).map(nameOf));
    const wrong = answers.flatMap(({ call, role, status, headers }) => {
      const isStorable = role === 'visitor' && cached.has(call);
      const cacheControl = headers.get('cache-control');
      const expected = isStorable ? 'private, no-cache' : 'private, no-store';
      return cacheControl === expected ? [] : [{ call, role, status, cacheControl }];
    });
    expect(answers.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  test('every answer conforms to the REST document', () => {
    const { endpoints, answers } = walk;
    const rest = JSON.parse(
      answers.find(({ call }) => call === 'GET /api/openapi.json')?.text ?? '',
    ) as OpenApi;
    expect(answers.map((response) => difference(rest, response)).filter(Boolean)).toEqual([]);
    const succeeded = new Set(answers.filter(({ status }) => status < 400).map(({ call }) => call));
    // The instance that these calls go to is set up, and has no invitations. Its members have no Discord account, and do
    // not give the fresh proof that deleting an account needs.
    expect(Object.keys(TABLE).filter((call) => !succeeded.has(call))).toEqual([
      'POST /api/setup',
      'PUT /api/setup/look',
      'POST /api/setup/accent',
      'POST /api/setup/admin',
      'DELETE /api/admin/invites/:id',
      'POST /api/auth/sync-discord',
      'DELETE /api/auth/user',
    ]);
    for (const { call, status, text } of answers) {
      const endpoint = endpoints.find(({ method, path }) => call === `${method.toUpperCase()} ${path}`);
      const schema = endpoint?.media ? null : endpoint?.replies[status as 200];
      if (schema) expect([call, schema.safeParse(JSON.parse(text)).error]).toEqual([call, undefined]);
    }
  });

  test('exactly the documented calls send an ETag', () => {
    const { endpoints, answers } = walk;
    const tagged = new Set(answers.filter(({ headers }) => headers.has('etag')).map(({ call }) => call));
    const documented = endpoints.filter(({ isCached }) => isCached).map(nameOf);
    expect([...tagged].toSorted()).toEqual(documented.toSorted());
  });

  test('every call answers 404 for what does not exist', { tags: ['not-found'] }, async () => {
    const { people, make, call: send } = await openRoles({ engine });
    const statuses: Record<string, number> = {};
    // Lifting a block or a dismissal that does not exist succeeds, because the requested state already holds; so does
    // forgetting a listing. Nothing is known of the end of an unknown session.
    const answered = [
      'DELETE /api/blocks/:userId',
      'DELETE /api/dismissals/listings/:id',
      'DELETE /api/dismissals/sellers/:userId',
      'DELETE /api/listings/:id/saved',
      'GET /api/auth/sessions/:id/end',
    ];
    const about = Object.entries(TABLE).filter(([call]) => call.includes(':') && !answered.includes(call));
    for (const [call, [, body]] of about) {
      const [method = '', path = ''] = call.split(' ');
      const caller = path.startsWith('/api/admin') ? people.admin : people.other;
      const things = await make(caller);
      statuses[call] = (await send(method, addressOf({ path }), caller, body?.(things))).status;
    }
    expect(statuses).toEqual(Object.fromEntries(about.map(([call]) => [call, 404])));
  });
});
