import type { Upload } from '@selvedge/shared/items/listings';
import { expect, test } from 'vitest';
import { createPhotos, TOO_MANY } from '../../../../web/src/items/listings/photos.ts';

function openPhotos(upload: (name: string) => Promise<Upload>) {
  let ids = 0;
  const problems: string[] = [];
  const photos = createPhotos(
    {
      compress: async (file) => file,
      download: async (url) => new Blob([url]),
      upload: (_photo, name, onProgress) => {
        onProgress(0.5);
        return upload(name);
      },
      newId: () => {
        ids += 1;
        return `p${ids}`;
      },
      previewOf: (file) => `blob:${file.size}`,
      reportProblem: (problem) => problems.push(problem),
    },
    [],
  );
  const state = () => photos.store.getState();
  return { photos, state, problems, names: () => state().photos.map(({ name }) => name) };
}
const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);
const uploaded = async (name: string): Promise<Upload> => ({
  url: `/media/${name}`,
  width: 1,
  height: 1,
  placeholder: '',
});

test('a chosen photo is uploaded at once, with progress', async () => {
  const { photos, state } = openPhotos(uploaded);
  photos.chosen([file('a.jpg')]);
  expect(state().photos[0]?.state.kind).toBe('sending');
  await photos.settled();
  expect(state().photos[0]?.state).toEqual({ kind: 'sent', url: '/media/a.jpg' });
});

test('a ninth photo is left out, with a message', async () => {
  const { photos, state, problems } = openPhotos(uploaded);
  photos.chosen(Array.from({ length: 9 }, (_, i) => file(`${i}.jpg`)));
  expect(state().photos).toHaveLength(8);
  expect(state().problem).toBe(TOO_MANY);
  expect(problems).toEqual([TOO_MANY]);
});

test('a refused photo can be retried', async () => {
  let isDown = true;
  const { photos, state } = openPhotos((name) =>
    isDown ? Promise.reject({ code: 'unsupported_type', message: 'not a picture' }) : uploaded(name),
  );
  photos.chosen([file('notes.jpg')]);
  await photos.settled();
  expect(state().photos[0]?.state).toEqual({
    kind: 'failed',
    reason: 'Upload failed for notes.jpg: not a picture',
  });
  isDown = false;
  photos.retried('p1');
  await photos.settled();
  expect(state().photos[0]?.state.kind).toBe('sent');
});

test('a file above 50 MB is not sent', async () => {
  const sent: string[] = [];
  const { photos, state, problems } = openPhotos((name) => {
    sent.push(name);
    return uploaded(name);
  });
  photos.chosen([file('huge.jpg', 50 * 1024 * 1024 + 1)]);
  await photos.settled();
  expect(state().photos[0]?.state).toEqual({
    kind: 'failed',
    reason: 'File huge.jpg is too large (max 50MB)',
  });
  expect(problems).toEqual(['File huge.jpg is too large (max 50MB)']);
  expect(sent).toEqual([]);
});

test("a photo can be moved to another's position", async () => {
  const { photos, names } = openPhotos(uploaded);
  photos.chosen(['a', 'b', 'c', 'd'].map((name) => file(name)));
  photos.moved('p1', 'p3');
  expect(names()).toEqual(['b', 'c', 'a', 'd']);
  photos.moved('p4', 'p2');
  expect(names()).toEqual(['d', 'b', 'c', 'a']);
  photos.removed('p3');
  expect(names()).toEqual(['d', 'b', 'a']);
});
