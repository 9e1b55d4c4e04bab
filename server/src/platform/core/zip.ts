import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ReadableStream as NodeStream } from 'node:stream/web';
import type { Context } from 'hono';
import type { PersonalFile } from './personal-part.ts';

/** A ZIP archive of files, created while it is read, with no more than a few chunks in memory. */
export async function* zip(files: AsyncIterable<PersonalFile>): AsyncGenerator<Uint8Array> {
  // Loaded on first use, for a quick start.
  const { ZipFile } = await import('yazl');
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const fail = (error: unknown) => output.destroy(error as Error);
  archive.on('error', fail);
  let source: Readable | undefined;
  // One for all files: the archive keeps what it was given until its end.
  const open = (begin: (error: unknown, stream: Readable) => void) => begin(null, source as Readable);
  let isLeft = false;
  const addAll = async () => {
    for await (const { path, content, isCompressed = false } of files) {
      if (isLeft) return;
      source = Readable.from(content, { objectMode: false });
      archive.addReadStreamLazy(path, { compress: !isCompressed }, open);
      await finished(source);
    }
    archive.end();
  };
  const adding = addAll().catch(fail);
  try {
    yield* output;
  } finally {
    // The reader may have left before the end.
    isLeft = true;
    source?.destroy();
    await adding;
  }
}

/** For clients that know no names beyond ASCII, with the other characters left out, and for all others. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]/g, '').replace(/^-/, '')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

/** Responds with an archive that is created while it is sent. */
export function sendZip(c: Context, name: string, files: AsyncIterable<PersonalFile>): Response {
  // Node's `ReadableStream`, imported: the browser types used to check the e2e tests lack `from`.
  return c.body(NodeStream.from(zip(files)) as ReadableStream, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(name),
  });
}
