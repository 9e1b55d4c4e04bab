import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../../platform/core/ctx.ts';
import { hashKey } from './key.ts';
import { deleteExpired, hasAdmin, insertLink } from './queries.ts';

const KEY_BYTES = 32;
const LASTS_MS = 3_600_000;

interface FirstLink {
  /**
   * Writes the link to `DATA_DIR/setup-link`. Earlier ones and other nodes' ones work as well, for an hour.
   * @returns null if the instance has an admin, or its accounts are at a hosted provider
   */
  create(): Promise<string | null>;
  forget(): Promise<void>;
  /** Removes the file of a link that has expired or was used, on another node too. */
  forgetSpent(): Promise<void>;
}

export function firstLink({ config, db }: Pick<Ctx, 'config' | 'db'>): FirstLink {
  const file = join(config.dataDir, 'setup-link');
  /** When the link in the file ends; null without one. */
  let endsAt: Date | null = null;
  const forget = () => rm(file, { force: true });

  return {
    async create() {
      if (config.identity.hosted || (await db.read(hasAdmin))) {
        await forget();
        return null;
      }
      const key = randomBytes(KEY_BYTES).toString('base64url');
      const link = `${config.publicUrl}/setup?key=${key}`;
      const expiresAt = new Date(Date.now() + LASTS_MS);
      await db.transact(async (tx) => {
        await deleteExpired(tx, new Date());
        await insertLink(tx, { hash: hashKey(key), expiresAt, adminId: null });
      });
      await mkdir(config.dataDir, { recursive: true });
      // An older file would keep its own mode.
      await forget();
      await writeFile(file, `${link}\n`, { mode: 0o600 });
      endsAt = expiresAt;
      return link;
    },
    forget,
    async forgetSpent() {
      if (!endsAt || (Date.now() < endsAt.getTime() && !(await db.read(hasAdmin)))) return;
      await forget();
      endsAt = null;
    },
  };
}
