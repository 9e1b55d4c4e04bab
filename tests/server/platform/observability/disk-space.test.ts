import { expect, test } from 'vitest';
import { storageFolders } from '../../../../server/src/platform/observability/disk-space.ts';

test("free space is monitored in the database's folder too", () => {
  const dataDir = '/srv/selvedge';
  const foldersOf = (databaseUrl: string) => storageFolders({ dataDir, databaseUrl });
  expect(foldersOf('file:/srv/selvedge/selvedge.db')).toEqual([dataDir]);
  expect(foldersOf('file:/mnt/fast/selvedge.db')).toEqual([dataDir, '/mnt/fast']);
  expect(foldersOf('postgres://db.example/selvedge')).toEqual([dataDir]);
});
