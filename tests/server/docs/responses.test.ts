import { expect, test } from 'vitest';
import type { OpenApi } from '../../../server/src/docs/openapi.ts';
import { callInEveryRole, type RoleAnswer } from '../../support/contract/every-role.ts';
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

describeOnEngines('the REST document', ({ openDb }) => {
  test('declares the status, media type and body of every response', {
    timeout: 240_000,
  }, async () => {
    const { endpoints, answers } = await callInEveryRole(await openDb(), TABLE);
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

  test('declares an ETag for exactly those endpoints that send one', {
    timeout: 240_000,
  }, async () => {
    const { endpoints, answers } = await callInEveryRole(await openDb(), TABLE);
    const tagged = new Set(answers.filter(({ headers }) => headers.has('etag')).map(({ call }) => call));
    const documented = endpoints
      .filter(({ isCached }) => isCached)
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect([...tagged].toSorted()).toEqual(documented.toSorted());
  });
});
