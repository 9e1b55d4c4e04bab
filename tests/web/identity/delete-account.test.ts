import { expect, test, vi } from 'vitest';

vi.mock('../../../web/src/lib/session/session.ts', () => ({}));
vi.mock('../../../web/src/lib/session/provider.ts', () => ({ isHosted: false }));

const { deleteAccount } = await import('../../../web/src/identity/delete-account.ts');
const { api } = await import('../../../web/src/lib/api.ts');

/** The calls sent; a deletion is answered when `deleted` is resolved. */
const sent: string[] = [];
const deleted = Promise.withResolvers<Response>();
vi.stubGlobal('window', { addEventListener: () => undefined });
vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
  sent.push(`${method} ${path}`);
  return method === 'DELETE' ? deleted.promise : Response.json({ id: '1' });
});

test('nothing is refetched while the account is being deleted', async () => {
  const deletion = deleteAccount({ username: 'ana' });
  void api('GET', '/api/users/ana');
  await new Promise(setImmediate);
  deleted.resolve(new Response(null, { status: 204 }));
  await deletion;
  await new Promise(setImmediate);
  expect(sent).toEqual(['DELETE /api/auth/user']);
});
