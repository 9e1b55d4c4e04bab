import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../core/errors.ts';
import { filesUnder, forEach, sumOf, sync } from './files.ts';
import { isOurs, type Manifest, SUMS } from './manifest.ts';

interface Sum {
  name: string;
  sum: string;
}

const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/**
 * Writes the list of the checksums of all files in a folder.
 * @returns how many, and the checksum of the list.
 */
export async function writeSums(folder: string): Promise<Pick<Manifest, 'files' | 'sums'>> {
  const path = join(folder, SUMS);
  let files = 0;
  await pipeline(
    async function* () {
      for await (const name of filesUnder(folder)) {
        if (name === SUMS) continue;
        files += 1;
        yield `${await sumOf(join(folder, name))}  ${name}\n`;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  await sync(path);
  return { files, sums: await sumOf(path) };
}

/** The list of checksums, line by line. @throws AppError when it names a file that a copy cannot contain. */
export async function* readSums(folder: string): AsyncGenerator<Sum> {
  for await (const line of createInterface({ input: createReadStream(join(folder, SUMS)) })) {
    const [, sum = '', name = ''] = LINE.exec(line) ?? [];
    if (!isOurs(name)) throw damaged(`its ${SUMS} names ${name || 'nothing'}`);
    yield { name, sum };
  }
}

const damaged = (what: string) => new AppError('invalid_input', `The copy is damaged: ${what}.`);

/**
 * Compares every file of a copy with its checksum.
 * @throws AppError that names the first file that differs.
 */
export async function checkSums(folder: string, manifest: Manifest): Promise<void> {
  const list = await sumOf(join(folder, SUMS)).catch(() => null);
  if (list !== manifest.sums) throw damaged(`${SUMS} does not match the manifest`);
  let files = 0;
  await forEach(readSums(folder), async ({ name, sum }) => {
    files += 1;
    const found = await sumOf(join(folder, name)).catch(() => null);
    if (found === null) throw damaged(`${name} cannot be read`);
    if (found !== sum) throw damaged(`${name} has changed since it was copied`);
  });
  if (files !== manifest.files) throw damaged(`${manifest.files} files were copied, and ${files} are listed`);
}
