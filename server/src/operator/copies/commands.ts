import { AppError } from '../../core/errors.ts';
import { isDiskFull } from '../../db/disk-failure.ts';
import { sqliteFile } from '../../db/open.ts';
import type { OperatorContext } from '../command.ts';
import { makeCopy } from './make-copy.ts';
import { type Manifest, SECRETS } from './manifest.ts';
import { restoreCopy } from './restore-copy.ts';

/** Messages for the errors that an operator can fix, by error code. */
const MESSAGES: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is exhausted',
  EACCES: 'No permission for a folder or file',
  EPERM: 'No permission for a folder or file',
  EROFS: 'The disk is read-only',
  ENOTDIR: 'A path that should be a folder is a file',
  ECONNREFUSED: 'The database does not respond',
  '28P01': 'The database rejects the password',
};

async function withPlainErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const plain = isDiskFull(error) ? MESSAGES.ENOSPC : MESSAGES[code];
    if (error instanceof AppError || !plain) throw error;
    throw new AppError('unavailable', `${plain}: ${(error as Error).message}`, { cause: error });
  }
}

const summaryOf = ({ rows, files, missing }: Manifest): string => {
  const { users = 0, messages = 0 } = rows;
  const without = missing.length > 0 ? `; ${missing.length} files missing` : '';
  return `${users} members, ${messages} messages, ${files} files${without}`;
};

async function copyTo(operating: OperatorContext, folder: string, holds: Manifest['holds']): Promise<void> {
  const { config, log, print } = operating;
  const { manifest, lost } = await withPlainErrors(makeCopy(config, log, folder, holds));
  print(`${folder} contains the whole instance: ${summaryOf(manifest)}.`);
  if (lost > 0)
    print(`${lost} of the missing files belong to pictures in use: the store had lost them before.`);
  if (config.identity.secret)
    print('AUTH_SECRET is not included: store it elsewhere. Without it the copy is unreadable.');
}

/**
 * Copies the whole instance, even while its server runs: a SQLite database as its file, a PostgreSQL one as
 * rows.
 */
export const backup = (operating: OperatorContext, folder: string): Promise<void> =>
  copyTo(operating, folder, sqliteFile(operating.config.databaseUrl) === null ? 'rows' : 'database');

/** Like `backup`, with the database as rows, which either database can import. */
export const exportAll = (operating: OperatorContext, folder: string): Promise<void> =>
  copyTo(operating, folder, 'rows');

/** Restores a copy into an empty instance. */
export async function restore({ config, log, print }: OperatorContext, folder: string): Promise<void> {
  const manifest = await withPlainErrors(restoreCopy(config, log, folder));
  print(`Restored to the state of ${manifest.madeAt}: ${summaryOf(manifest)}. Start the server.`);
  if (config.identity.secret)
    print(`AUTH_SECRET must be the same as then; the file in ${SECRETS} is not used.`);
}
