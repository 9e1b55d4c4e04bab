import { beforeEach, expect, test, vi } from 'vitest';

const toaster = vi.hoisted(() => ({
  options: {},
  shown: [] as { id: string; title: string }[],
  getVisibleToasts: () => [...toaster.shown],
  remove: (id: string) => {
    toaster.shown = toaster.shown.filter((one) => one.id !== id);
  },
  create: (text: { title: string }) => toaster.shown.push({ id: text.title, ...text }),
}));
vi.mock('@chakra-ui/react', async (original) => ({
  ...(await original<object>()),
  createToaster: (options: object) => Object.assign(toaster, { options }),
}));
const { showToast } = await import('../../../web/src/ui/toaster.tsx');
beforeEach(() => {
  toaster.shown = [];
});

test('a toast is visible for 5000 ms', () => {
  expect(toaster.options).toMatchObject({
    max: 1,
    duration: 5_000,
    removeDelay: 1_000_000,
    hotkey: ['F8'],
  });
});

test('only the newest toast is shown', () => {
  for (const title of ['first', 'second', 'third']) showToast({ type: 'success', title });
  expect(toaster.shown.map(({ title }) => title)).toEqual(['third']);
});
