import { AppError } from '../../core/errors.ts';
import { isDiskFull } from '../../db/disk-failure.ts';
import { sqliteFile } from '../../db/open.ts';
import type { Operating } from '../command.ts';
import { makeCopy } from './make-copy.ts';
import { type Manifest, SECRETS } from './manifest.ts';
import { putBack } from './put-back.ts';

/** Messages for the errors that an operator can mend, by error code. */
const PLAIN: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EACCES: 'A folder or file may not be used',
  EPERM: 'A folder or file may not be used',
  EROFS: 'The disk is read-only',
  ENOTDIR: 'Something that should be a folder is a file',
  ECONNREFUSED: 'The database does not answer',
  '28P01': 'The database refuses the password',
};

async function plainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const plain = isDiskFull(error) ? PLAIN.ENOSPC : PLAIN[code];
    if (error instanceof AppError || !plain) throw error;
    throw new AppError('unavailable', `${plain}: ${(error as Error).message}`, { cause: error });
  }
}

const inAll = ({ rows, files, missing }: Manifest): string => {
  const { users = 0, messages = 0 } = rows;
  const without = missing.length > 0 ? `; ${missing.length} files were not there` : '';
  return `${users} members, ${messages} messages, ${files} files${without}`;
};

async function copyTo(operating: Operating, folder: string, holds: Manifest['holds']): Promise<void> {
  const { config, log, tell } = operating;
  const { manifest, lost } = await plainly(makeCopy(config, log, folder, holds));
  tell(`${folder} holds the whole instance: ${inAll(manifest)}.`);
  if (lost > 0) tell(`${lost} of the missing files are of pictures in use: the store had lost them before.`);
  if (config.identity.secret)
    tell('AUTH_SECRET is not in it: keep it elsewhere. Nothing is readable without it.');
}

/** Copies the whole instance, also while its server runs: a SQLite database as its file, a PostgreSQL one as rows. */
export const backup = (operating: Operating, folder: string): Promise<void> =>
  copyTo(operating, folder, sqliteFile(operating.config.databaseUrl) === null ? 'rows' : 'database');

/** As `backup`, with the database as rows, which can be put into either database. */
export const exportAll = (operating: Operating, folder: string): Promise<void> =>
  copyTo(operating, folder, 'rows');

/** Restores a copy into an empty instance. */
export async function restore({ config, log, tell }: Operating, folder: string): Promise<void> {
  const manifest = await plainly(putBack(config, log, folder));
  tell(`This instance is as it was at ${manifest.madeAt}: ${inAll(manifest)}. Start the server.`);
  if (config.identity.secret)
    tell(`AUTH_SECRET must be the one of then, and the file in ${SECRETS} is not used.`);
}
