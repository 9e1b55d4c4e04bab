import { accessSync, constants, existsSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export class UnusableFolder extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableFolder';
  }
}

/** A start as another user leaves these behind. Other files may be anybody's, like `lost+found`. */
const OWN = [
  ...['selvedge.db', 'selvedge.db-wal', 'selvedge.db-shm', 'selvedge.db.lock'],
  ...['secrets', 'media', 'outbox'],
];

const { R_OK, W_OK, X_OK } = constants;

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder above it may not be searched.
    return undefined;
  }
}

function refusalOf(path: string, found: Stats): string | null {
  try {
    accessSync(path, R_OK | W_OK | (found.isDirectory() ? X_OK : 0));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

const userOf = (id: number): string => (id === 0 ? 'root' : `user ${id}`);

const isInContainer = (): boolean => existsSync('/.dockerenv') || existsSync('/run/.containerenv');

function commandFor(folder: string, isMissing: boolean, inContainer: boolean): string {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (!inContainer) {
    return isMissing
      ? `sudo install -d -m 700 -o ${user} -g ${group} ${folder}`
      : `sudo chown -R ${user}:${group} ${folder}`;
  }
  const chown = `chown -R ${user}:${group}`;
  const run = 'docker compose run --rm --user root --cap-add CHOWN --cap-add DAC_OVERRIDE';
  return `on the host, sudo ${chown} and the folder that is mounted at ${folder}; or ${run} selvedge ${chown} ${folder}`;
}

interface FolderProblem {
  says: string;
  todo: string;
}

/** Why the server cannot write to a folder, which it creates if it is missing; null if it can. */
export function folderProblem(folder: string, inContainer = isInContainer()): FolderProblem | null {
  let existing = folder;
  let found = statOf(existing);
  while (!found && existing !== dirname(existing)) {
    existing = dirname(existing);
    found = statOf(existing);
  }
  if (!found) return null;
  const isMissing = existing !== folder;
  if (!found.isDirectory())
    return { says: `${existing} is not a folder.`, todo: 'Name another folder, or move that file away.' };
  for (const path of isMissing ? [existing] : [folder, ...OWN.map((name) => join(folder, name))]) {
    const stats = statOf(path);
    const refusal = stats && refusalOf(path, stats);
    if (!stats || !refusal) continue;
    const says = isMissing
      ? `${folder} cannot be made or reached, since ${path} is not writable`
      : `${path} is not writable`;
    if (refusal === 'EROFS')
      return {
        says: `${says}: its disk is read-only.`,
        todo: 'Mount it for writing, or name another folder.',
      };
    const me = process.getuid?.();
    const who = `it belongs to ${userOf(stats.uid)}, and the server runs as ${userOf(me ?? 0)}`;
    if (stats.uid === me && !isMissing)
      return { says: `${says}: its owner may not.`, todo: `chmod -R u+rwX ${folder}` };
    return {
      says: me === undefined ? `${says}.` : `${says}: ${who}.`,
      todo: commandFor(folder, isMissing, inContainer),
    };
  }
  return null;
}

/** @param name the setting that names the folder. @throws UnusableFolder */
export function requireWritable(name: string, folder: string): void {
  const problem = folderProblem(folder);
  if (problem) throw new UnusableFolder(`${name}: ${problem.says} To mend it: ${problem.todo}`);
}
