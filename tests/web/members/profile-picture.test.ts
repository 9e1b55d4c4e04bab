import { afterEach, expect, test, vi } from 'vitest';
import { LOST } from '../../../web/src/lib/send-form.ts';
import { canCrop, cropCircle, isCropped } from '../../../web/src/members/crop-circle.ts';
import { removePicture, uploadPicture } from '../../../web/src/members/profile-picture.ts';

const provider = vi.hoisted(() => ({
  user: null as { id: string } | null,
  token: null as string | null,
  sent: async (): Promise<unknown> => null,
}));
vi.mock('../../../web/src/lib/session/session.ts', () => ({
  session: { getState: () => ({ user: provider.user }) },
  accessToken: async () => provider.token,
}));
vi.mock('../../../web/src/lib/send-form.ts', async (original) => ({
  ...(await original<object>()),
  sendForm: () => provider.sent(),
}));
afterEach(() => void vi.unstubAllGlobals());

const TEN_MB = 10 * 1024 * 1024;
const file = (bytes: number, type: string, name = 'me') => new File([new Uint8Array(bytes)], name, { type });
const upload = () => uploadPicture(new Blob(), () => undefined);

test('an unreadable file is refused before the upload', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('undecodable')));
  await expect(canCrop(file(1, 'text/plain'))).rejects.toThrow('Invalid file type');
  await expect(canCrop(file(TEN_MB + 1, 'image/png'))).rejects.toThrow('File too large');
  await expect(canCrop(file(TEN_MB, 'image/png'))).rejects.toThrow('Error processing image');
});

test('an undecodable HEIC photo is uploaded unchanged', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('undecodable')));
  for (const photo of [file(1, 'image/heic'), file(1, 'image/heif'), file(1, '', 'IMG_0001.HEIC')]) {
    expect(await canCrop(photo)).toBe(false);
    expect(isCropped(photo)).toBe(false);
  }
  await expect(canCrop(file(TEN_MB + 1, 'image/heic'))).rejects.toThrow('File too large');
  await expect(canCrop(file(1, '', 'notes.txt'))).rejects.toThrow('Invalid file type');
});

test('an upload requires a session', async () => {
  await expect(upload()).rejects.toThrow('Not authenticated');
  await expect(removePicture()).rejects.toThrow('Not signed in');
  provider.user = { id: 'ana' };
  await expect(upload()).rejects.toThrow('No active session');
  provider.token = 'token';
  provider.sent = () => Promise.reject({ code: 'unsupported_type', message: 'Invalid file type' });
  await expect(upload()).rejects.toMatchObject({ message: 'Invalid file type' });
  provider.sent = () => Promise.reject(LOST);
  await expect(upload()).rejects.toThrow('Failed to update profile image');
});

test('the chosen square becomes a 400 by 400 circle', async () => {
  const calls: unknown[] = [];
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({
      beginPath: () => undefined,
      arc: (...at: unknown[]) => calls.push(at),
      clip: () => undefined,
      drawImage: (_: unknown, ...at: unknown[]) => calls.push(at),
    }),
    toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob([], { type })),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 600, close: () => undefined }));
  const photo = file(1, 'image/jpeg');
  expect(await canCrop(photo)).toBe(true);
  expect((await cropCircle(photo, { x: 10, y: 20, width: 300, height: 300 })).type).toBe('image/png');
  expect(canvas).toMatchObject({ width: 400, height: 400 });
  expect(calls).toEqual([
    [200, 200, 200, 0, 2 * Math.PI],
    [10, 20, 300, 300, 0, 0, 400, 400],
  ]);
});
