import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Disk {
  mount(folder: string): void;
  unmount(): void;
}

function command(name: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${name} ${args.join(' ')}: ${stderr}`);
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Why disks cannot be mounted here; null when they can. Containers may not mount, even as root. */
function unavailableReason(what: string, attempt: () => void): string | null {
  if (!isRoot) return `${what} needs Linux and root`;
  try {
    attempt();
    return null;
  } catch (error) {
    return `${what}: ${(error as Error).message.trim()}`;
  }
}

/** Mounts a disk in memory with room for this many mebibytes. */
export function smallDisk(mebibytes: number): Disk {
  let folder = '';
  return {
    mount(at) {
      folder = at;
      command('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder);
    },
    unmount: () => command('umount', folder),
  };
}

/**
 * Mounts a disk stored in the file `image`, created if missing; a copy of that file is the state after a
 * power cut.
 */
export function imageDisk(image: string, mebibytes?: number): Disk {
  if (mebibytes !== undefined) {
    writeFileSync(image, '');
    truncateSync(image, mebibytes * 1024 * 1024);
    command('mkfs.ext4', '-q', '-F', image);
  }
  let folder = '';
  return {
    mount(at) {
      folder = at;
      command('mount', '-o', 'loop', image, folder);
    },
    unmount: () => command('umount', folder),
  };
}

/** Copies an image as it is now; unwritten blocks stay sparse. */
export const copyImage = (from: string, to: string): void =>
  command('cp', '--sparse=always', '--reflink=never', from, to);

function tryOut(disk: () => Disk, at: string): void {
  mkdirSync(at, { recursive: true });
  const made = disk();
  made.mount(at);
  made.unmount();
}

/** Why a small disk cannot be mounted in `folder`; null when it can. */
export const smallDisksUnavailable = (folder: string): string | null =>
  unavailableReason('a small disk', () => tryOut(() => smallDisk(1), join(folder, 'try')));

/** Why a disk image cannot be mounted in `folder`; null when it can. */
export const diskImagesUnavailable = (folder: string): string | null =>
  unavailableReason('a disk in a file', () =>
    tryOut(() => imageDisk(join(folder, 'try.img'), 4), join(folder, 'try')),
  );

/** Fills the disk that a folder is on. @returns a function that frees the space. */
export function fillDisk(folder: string): () => void {
  const ballast = join(folder, 'ballast');
  const chunk = Buffer.alloc(64 * 1024, 1);
  for (let size = chunk.length; size >= 1; size = Math.floor(size / 4)) {
    for (;;) {
      try {
        writeFileSync(ballast, chunk.subarray(0, size), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        break;
      }
    }
  }
  return () => rmSync(ballast);
}

/** Fills a folder's disk until this many bytes are left; the next call first removes what this one wrote. */
export function fillTo(left: number, folder: string): void {
  const ballast = join(folder, 'ballast');
  rmSync(ballast, { force: true });
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

/** The files under a folder that this process has open, including deleted ones; Linux only. */
export function openUnder(folder: string): string[] {
  const files = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // The handle that listed the folder is closed by now.
      return [];
    }
  });
  return files.filter((file) => file.startsWith(`${folder}/`));
}
