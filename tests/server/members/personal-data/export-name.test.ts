import { DEFAULTS } from '@selvedge/shared/instance/instance-settings';
import { fileNameOf } from '@selvedge/shared/platform/file-name';
import { expect, test } from 'vitest';
import { worldForAll } from '../../../support/world.ts';

const server = worldForAll();

test('the export is named after the instance', async () => {
  const { session } = await server.signUp();
  for (const [name, header] of [
    [DEFAULTS.name, `attachment; filename="selvedge-data.zip"; filename*=UTF-8''selvedge-data.zip`],
    ['Tide & Söhne', `attachment; filename="tide-sohne-data.zip"; filename*=UTF-8''tide-sohne-data.zip`],
    ['古着', `attachment; filename="data.zip"; filename*=UTF-8''%E5%8F%A4%E7%9D%80-data.zip`],
  ]) {
    await server.set({ name });
    const response = await server.call('GET', '/api/auth/export', { token: session.access_token });
    expect(response.headers.get('content-disposition')).toBe(header);
  }
});

test('a name of signs alone leaves only the rest', () => {
  expect(fileNameOf('***', 'data.zip')).toBe('data.zip');
});
