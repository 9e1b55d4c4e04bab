import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf, storeOpenDrafts, takeOpenDraft } from '../../../../web/src/lib/draft.ts';
import { openDraft } from '../../../../web/src/lib/session/use-form-draft.ts';
import { memoryStorage } from '../../../support/data/memory-storage.ts';

const user = vi.hoisted(() => ({ now: null as { id: string } | null }));
vi.mock('../../../../web/src/lib/session/session.ts', () => ({
  session: { getState: () => ({ user: user.now }) },
}));

const draft = draftOf<string>('ana', 'wtb:1');

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  user.now = { id: 'ana' };
  draft.save('Ring coat');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('closing the form drops the draft of an edit', () => {
  openDraft(draft, false)();
  expect(draft.load()).toBe('Ring coat');
  openDraft(draft, true)();
  expect(draft.load()).toBeNull();
});

test("the end of a session preserves an edit's draft", () => {
  const close = openDraft(draft, true);
  storeOpenDrafts();
  user.now = null;
  close();
  expect(draft.load()).toBe('Ring coat');
  expect(takeOpenDraft('ana', 'wtb:1')).toBe(true);
});
