import { databaseForm, makeCopy } from './backups/copy/make-copy.ts';
import { type Manifest, SECRETS } from './backups/copy/manifest.ts';
import { withPlainErrors } from './backups/copy/plain-errors.ts';
import { restoreCopy } from './backups/copy/restore-copy.ts';
import type { OperatorContext } from './command.ts';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function summaryOf({ rows, files, missing }: Manifest): string {
  const { users = 0, messages = 0 } = rows;
  const without = missing.length > 0 ? `; ${missing.length} files missing` : '';
  return `${counted(users, 'member')}, ${counted(messages, 'message')}, ${counted(files, 'file')}${without}`;
}

/** AUTH_SECRET is a setting, so no copy contains it. */
export function remindOfSecret({ config, print }: OperatorContext): void {
  if (config.identity.secret)
    print('AUTH_SECRET is not included: store it elsewhere. Without it the copy is unreadable.');
}

async function copyTo(operating: OperatorContext, folder: string, holds: Manifest['holds']): Promise<void> {
  const { config, log, print } = operating;
  const { manifest, lost } = await withPlainErrors(makeCopy(config, log, folder, { holds }));
  print(`${folder} contains the whole instance: ${summaryOf(manifest)}.`);
  if (lost > 0)
    print(`${lost} of the missing files belong to pictures in use: the store had lost them before.`);
  remindOfSecret(operating);
}

/** Works while the server runs; SQLite is copied as its file, PostgreSQL as rows. */
export function backup(operating: OperatorContext, folder: string): Promise<void> {
  return copyTo(operating, folder, databaseForm(operating.config.databaseUrl));
}

/** Like `backup`, with the database as rows, which either database can import. */
export function exportAll(operating: OperatorContext, folder: string): Promise<void> {
  return copyTo(operating, folder, 'rows');
}

/** A restored instance needs the secret that it had when it was copied. */
export function remindOfSameSecret({ config, print }: OperatorContext): void {
  if (config.identity.secret)
    print(`AUTH_SECRET must be the same as then; the file in ${SECRETS} is not used.`);
}

export async function restore(operating: OperatorContext, folder: string): Promise<void> {
  const { config, log, print } = operating;
  const manifest = await withPlainErrors(restoreCopy(config, log, folder));
  print(`Restored to the state of ${manifest.madeAt}: ${summaryOf(manifest)}. Start the server.`);
  remindOfSameSecret(operating);
}
