import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { folderProblem } from '../../platform/core/writable-folder.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** The first version that the SQLite driver supports. */
const NODE_MIN = 22;
const GIB = 2 ** 30;
const FREE_MIN = { share: 0.05, bytes: GIB };
/** The permission bits of everyone but the owner. */
const OTHERS = 0o077;

export function checkNode(version = process.versions.node): Finding {
  return Number.parseInt(version, 10) >= NODE_MIN
    ? ok('node', `Version ${version}.`)
    : fail(
        'node',
        `Version ${version} is too old.`,
        `Run the command through npm, which finds another version, or install ${NODE_MIN} or newer.`,
      );
}

export function checkFolder(dataDir: string): Finding {
  if (!existsSync(dataDir)) {
    return warn(
      'data folder',
      `${dataDir} does not exist yet.`,
      'The first start creates it; is DATA_DIR correct?',
    );
  }
  const problem = folderProblem(dataDir);
  return problem
    ? fail('data folder', problem.says, problem.todo)
    : ok('data folder', `${dataDir} is writable.`);
}

export function checkModes({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): Finding[] {
  if (process.platform === 'win32') return [];
  const database = databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : null;
  const secret = join(dataDir, 'secrets', 'auth');
  const paths = [secret, database, join(dataDir, 'outbox')].filter((path) => path !== null);
  const open = paths.filter((path) => existsSync(path) && statSync(path).mode & OTHERS);
  if (open.length === 0)
    return [ok('file modes', 'Secrets, database and outbox are readable only by their owner.')];
  return open.map((path) => {
    const todo = `chmod ${statSync(path).isDirectory() ? '700' : '600'} ${path}`;
    // The server refuses to start with a secret that others can read.
    if (path === secret) return fail('file modes', `Other users of this machine can read ${path}.`, todo);
    return warn('file modes', `Other users of this machine can read ${path}.`, todo);
  });
}

/** @param readStats reads the free space; `statfs` of node:fs unless a test replaces it */
export async function checkDisk(
  dataDir: string,
  readStats: (path: string) => Promise<{ bavail: number; bsize: number; blocks: number }> = statfs,
): Promise<Finding> {
  try {
    const { bavail, bsize, blocks } = await readStats(existsSync(dataDir) ? dataDir : '.');
    const free = bavail * bsize;
    const says = `${(free / GIB).toFixed(1)} GB are free, ${Math.round((bavail / blocks) * 100)} % of the disk.`;
    if (free === 0) {
      return fail('disk', 'The disk is full.', 'Nothing can be stored until you free some space.');
    }
    if (free < FREE_MIN.bytes || bavail / blocks < FREE_MIN.share) {
      return warn(
        'disk',
        says,
        `Free space on the disk of ${dataDir} before messages can no longer be stored.`,
      );
    }
    return ok('disk', says);
  } catch (error) {
    return warn('disk', `Its free space is unknown: ${reasonOf(error)}.`, 'Check it with df.');
  }
}

/** Checks that the secret from which all keys are derived exists. */
export function checkSecret({ dataDir, identity, redisUrl }: Config): Finding {
  if (identity.secret !== undefined) return ok('secret', 'AUTH_SECRET is set.');
  const file = join(dataDir, 'secrets', 'auth');
  if (redisUrl !== null) {
    return warn(
      'secret',
      `Each node would create its own in ${file}.`,
      'Set the same AUTH_SECRET on every node, unless all share DATA_DIR.',
    );
  }
  return existsSync(file)
    ? ok('secret', `It is in ${file}; include it in backups.`)
    : warn('secret', 'It does not exist yet.', `The first start creates it in ${file}.`);
}
