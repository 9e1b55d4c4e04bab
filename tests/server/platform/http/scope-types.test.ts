import { expectTypeOf, test } from 'vitest';
import { type Api, adminRead, memberRead } from '../../../../server/src/platform/http/endpoint.ts';

type Spec = Parameters<Api['endpoint']>[0];

const rest = { path: '/api/notes', summary: 'Notes', budget: 'calls', replies: { 204: null } } as const;
const write = { ...rest, method: 'post', access: 'member' } as const;
const read = { ...memberRead, ...rest } as const;
const adminsRead = { ...adminRead, ...rest, scope: 'read' } as const;
const closed = { ...write, scope: null } as const;
const writeByRead = { ...write, scope: 'read' } as const;

test("a member's call without a scope does not compile", { tags: ['api-key-scopes'] }, () => {
  expectTypeOf(closed).toExtend<Spec>();
  expectTypeOf(write).not.toExtend<Spec>();
  expectTypeOf(read).not.toExtend<Spec>();
});

test('the scope read changes nothing', { tags: ['api-key-scopes'] }, () => {
  expectTypeOf(writeByRead).not.toExtend<Spec>();
});

test("admins' calls are closed to keys", { tags: ['api-key-scopes'] }, () => {
  expectTypeOf(adminsRead).not.toExtend<Spec>();
});
