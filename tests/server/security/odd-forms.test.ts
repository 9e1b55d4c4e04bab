import { expect, test } from 'vitest';
import { UNSUBSCRIBE_PATH as OF_MESSAGES } from '../../../server/src/notifications/unsubscribe-link.ts';
import { UNSUBSCRIBE_PATH } from '../../../server/src/notifications/updates/unsubscribe-page.ts';
import { APPEAL_PATH, CONFIRM_PATH } from '../../../server/src/safety/reports/links.ts';
import { worldForAll } from '../../support/world.ts';

const server = worldForAll();
const MULTIPART = 'multipart/form-data';
const ODD = {
  'without a boundary': { type: MULTIPART, body: 'token=x' },
  'that ends midway': { type: `${MULTIPART}; boundary=b`, body: '--b\r\nContent-Disposition: form-' },
  'of no form at all': { type: 'application/octet-stream', body: '\u0000\ufffd' },
  'far too long': { type: 'application/x-www-form-urlencoded', body: `token=${'x'.repeat(100_000)}` },
};

test.each([UNSUBSCRIBE_PATH, OF_MESSAGES, APPEAL_PATH, CONFIRM_PATH, '/auth/v1/verify'])(
  '%s refuses a body that is no form',
  async (path) => {
    for (const [name, { type, body }] of Object.entries(ODD)) {
      const { status } = await server.call('POST', path, { headers: { 'content-type': type }, body });
      expect(status, name).toBeGreaterThanOrEqual(300);
      expect(status, name).toBeLessThan(500);
    }
  },
);
