import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const IN_MEMORY = '/dev/shm';
/** Ten times the most that a run of all tests without drills needs at any time. */
const ROOM_BYTES = 2 * 2 ** 30;

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/**
 * Makes a folder for the temporary files of a run, in memory if there is room, and removes it at exit.
 * A PostgreSQL database has 300 files, and each test has its own. On ext4, creating a file becomes slow when
 * many were just deleted: with the files on disk, the tests' system time triples.
 */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'selvedge-run-'));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o711);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
