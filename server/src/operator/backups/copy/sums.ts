import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sync } from '../../../platform/core/durable-files.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { filesUnder, forEach, sumOf } from './files.ts';
import { isOurs, isPicture, type Manifest, SUMS } from './manifest.ts';

export interface Sum {
  name: string;
  /** SHA-256 in hex. */
  sum: string;
}

const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/** Lists every file in a folder. @param elsewhere checksums of the copy's files outside it */
export async function writeSums(folder: string, elsewhere: Sum[]): Promise<Pick<Manifest, 'files' | 'sums'>> {
  const path = join(folder, SUMS);
  let files = elsewhere.length;
  await pipeline(
    async function* () {
      for await (const name of filesUnder(folder)) {
        if (name === SUMS) continue;
        files += 1;
        yield `${await sumOf(join(folder, name))}  ${name}\n`;
      }
      for (const { name, sum } of elsewhere) yield `${sum}  ${name}\n`;
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  await sync(path);
  return { files, sums: await sumOf(path) };
}

/** @throws AppError when the list names a file that a copy cannot contain */
export async function* parseSums(input: Readable): AsyncGenerator<Sum> {
  for await (const line of createInterface({ input })) {
    const [, sum = '', name = ''] = LINE.exec(line) ?? [];
    if (!isOurs(name)) throw damaged(`its ${SUMS} names ${name || 'nothing'}`);
    yield { name, sum };
  }
}

export function readSums(folder: string): AsyncGenerator<Sum> {
  return parseSums(createReadStream(join(folder, SUMS)));
}

/** Pictures are left out: there may be too many for memory. */
export async function sumsWithoutPictures(folder: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>();
  for await (const { name, sum } of readSums(folder)) if (!isPicture(name)) sums.set(name, sum);
  return sums;
}

const damaged = (what: string) => new AppError('invalid_input', `The copy is damaged: ${what}.`);

/** @param elsewhere names of files outside the folder @throws AppError naming the first file that differs */
export async function checkSums(
  folder: string,
  manifest: Manifest,
  elsewhere: ReadonlySet<string> = new Set(),
): Promise<void> {
  const list = await sumOf(join(folder, SUMS)).catch(() => null);
  if (list !== manifest.sums) throw damaged(`${SUMS} does not match the manifest`);
  let files = 0;
  await forEach(readSums(folder), async ({ name, sum }) => {
    files += 1;
    if (elsewhere.has(name)) return;
    const found = await sumOf(join(folder, name)).catch(() => null);
    if (found === null) throw damaged(`${name} cannot be read`);
    if (found !== sum) throw damaged(`${name} has changed since it was copied`);
  });
  if (files !== manifest.files) throw damaged(`${manifest.files} files were copied, and ${files} are listed`);
}
