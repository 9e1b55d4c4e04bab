import type { PersonalFile } from '../../platform/core/personal-part.ts';

const LEVEL = 6;

/** A ZIP archive of files, created while it is read, with no more than one chunk in memory. */
export async function* zip(files: AsyncIterable<PersonalFile>): AsyncGenerator<Uint8Array> {
  // Loaded on first use: its tables take 4 ms of a start.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { path, content, isCompressed = false } of files) {
    const entry = isCompressed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: LEVEL });
    archive.add(entry);
    for await (const piece of content) {
      entry.push(typeof piece === 'string' ? encoder.encode(piece) : piece);
      yield* chunks.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    yield* chunks.splice(0);
  }
  archive.end();
  yield* chunks.splice(0);
}
