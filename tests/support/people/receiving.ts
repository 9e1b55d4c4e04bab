import type { Database } from '../../../server/src/platform/db/database.ts';
import type { Receiving } from '../../../server/src/safety/reports/file-report.ts';

/** What filing a report needs, without receipts. */
export const receiving = (db: Database): Receiving => ({
  db,
  mailer: { post: async () => undefined },
  publicUrl: 'https://shop.example',
  noticeAddressOf: async () => null,
});
