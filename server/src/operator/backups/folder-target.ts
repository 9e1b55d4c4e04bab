import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../platform/core/durable-files.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { databaseForm, makeCopy } from './copy/make-copy.ts';
import { type CopySource, MANIFEST } from './copy/manifest.ts';
import { restoreCopy } from './copy/restore-copy.ts';
import { namedBackup } from './name.ts';
import { type Backup, newestFirst } from './retention.ts';
import type { Target } from './target.ts';

/** The ending of a backup's folder while the backup is made or removed. */
const UNFINISHED = /\.(partial|removed)$/;

/** Backups as folders in a folder. Pictures are hard links where that works, and take their space once. */
export function openFolderTarget(config: CopySource, log: Logger, dir: string): Target {
  const names = () =>
    readdir(dir).catch((error: NodeJS.ErrnoException) => {
      // The first backup creates it.
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  const list = async (): Promise<Backup[]> =>
    (await names())
      .flatMap((name) => namedBackup(name) ?? [])
      .filter(({ name }) => existsSync(join(dir, name, MANIFEST)));

  return {
    place: `the folder ${dir}`,
    list,

    async make(name) {
      const [newest] = newestFirst(await list());
      const { manifest } = await makeCopy(config, log, join(dir, name), {
        holds: databaseForm(config.databaseUrl),
        ...(newest && { earlier: join(dir, newest.name) }),
        isVerified: true,
      });
      return manifest;
    },

    async remove(backups) {
      // Renamed first, so that a folder with a backup's name is always complete.
      for (const { name } of backups) await rename(join(dir, name), join(dir, `${name}.removed`));
      for (const name of await names())
        if (UNFINISHED.test(name) && namedBackup(name.replace(UNFINISHED, '')))
          await rm(join(dir, name), { recursive: true, force: true });
    },

    restore: (name) => restoreCopy(config, log, join(dir, name)),

    async tryOut() {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const trial = join(dir, '.selvedge-trial');
      await rm(trial, { force: true });
      await writeDurably(trial, 'trial');
      await rm(trial);
    },
  };
}
