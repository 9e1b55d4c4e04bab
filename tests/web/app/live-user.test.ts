import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLiveUser } from '../../../web/src/app/live-user.ts';
import { queryClient } from '../../../web/src/lib/query-client.ts';

vi.mock('../../../web/src/lib/session/session.ts', () => ({ refreshUser: async () => undefined }));

test('what was refused is asked for again with new rights', async () => {
  const listeners = new Map<string, () => void>();
  startLiveUser({
    on: (event, listener) => void listeners.set(event, listener as () => void),
    onReturn: () => undefined,
  });
  const answers = [Promise.reject(new Error('This is for admins only.')), Promise.resolve('settings')];
  const shown = new QueryObserver(queryClient, { queryKey: ['admin'], queryFn: () => answers.shift() });
  onTestFinished(shown.subscribe(() => undefined));
  await expect.poll(() => shown.getCurrentResult().status).toBe('error');
  listeners.get('user:changed')?.();
  await expect.poll(() => shown.getCurrentResult().data).toBe('settings');
});
