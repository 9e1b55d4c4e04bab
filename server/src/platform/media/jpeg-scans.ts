import { type FileHandle, open } from 'node:fs/promises';

/** Markers (ITU-T T.81, table B.1). */
const [SCAN, END] = [0xda, 0xd9];
/** Encoders write about ten. */
const SCANS_MAX = 40;
/** Files of phones and image editors have fewer than a hundred. */
const SEGMENTS_MAX = 2_000;
const COEFFICIENTS = 64;
const WINDOW_BYTES = 64 * 1024;

async function readAt(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW_BYTES), 0, WINDOW_BYTES, at);
  return buffer.subarray(0, bytesRead);
}

/** Where in these bytes a segment begins; in compressed data, the first byte of a marker is escaped. */
function findMarker(bytes: Buffer): number {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
  }
  return -1;
}

/** The next segment from `at`, as far as one window reaches; null at the end of the file. */
async function nextSegment(file: FileHandle, at: number): Promise<{ at: number; bytes: Buffer } | null> {
  for (let from = at; ; from += WINDOW_BYTES - 1) {
    const bytes = await readAt(file, from);
    const found = findMarker(bytes);
    if (found >= 0) return { at: from + found, bytes: await readAt(file, from + found) };
    if (bytes.length < WINDOW_BYTES) return null;
  }
}

function* contentOf(header: Buffer): Iterable<string> {
  const components = header[0] ?? 0;
  const [first = 0, last = 0, precision = 0] = header.subarray(1 + 2 * components);
  for (let i = 0; i < components; i += 1)
    for (let k = first; k <= Math.min(last, COEFFICIENTS - 1); k += 1)
      yield `${header[1 + 2 * i]} ${k} ${precision & 0xf}`;
}

/**
 * Null when it was made to keep a decoder busy: by scans that repeat earlier ones (a coefficient has each of
 * its precisions once, ITU-T T.81, G.1.1.1.1), or by more scans or segments than encoders write.
 */
export async function countScans(path: string): Promise<number | null> {
  const file = await open(path);
  try {
    const seen = new Set<string>();
    let scans = 0;
    let at = 2;
    for (let segments = 0; segments < SEGMENTS_MAX; segments += 1) {
      const segment = await nextSegment(file, at);
      const marker = segment?.bytes[1];
      if (!segment || segment.bytes.length < 4 || marker === END) return scans;
      const length = segment.bytes.readUInt16BE(2);
      at = segment.at + 2 + length;
      if (marker !== SCAN) continue;
      scans += 1;
      if (scans > SCANS_MAX) return null;
      for (const content of contentOf(segment.bytes.subarray(4, 2 + length))) {
        if (seen.has(content)) return null;
        seen.add(content);
      }
    }
    return null;
  } finally {
    await file.close();
  }
}
