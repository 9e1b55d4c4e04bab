import { type FileHandle, open } from 'node:fs/promises';

// AVIF and HEIC files are rows of boxes, each of which begins with its size and its type (ISO/IEC 14496-12, 4.2). Of a
// picture, the box `ispe` tells the size as it is coded (ISO/IEC 23008-12, 6.5.3).

const LONGEST_HEAD = 16;
const SIZE = 4;
const TYPE = 4;
const VERSION_AND_FLAGS = 4;

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

function largestIn(boxes: Buffer): number {
  let largest = 0;
  for (let at = boxes.indexOf('ispe'); at !== -1; at = boxes.indexOf('ispe', at + TYPE)) {
    const width = at + TYPE + VERSION_AND_FLAGS;
    if (width + 8 > boxes.length) break;
    largest = Math.max(largest, boxes.readUInt32BE(width) * boxes.readUInt32BE(width + 4));
  }
  return largest;
}

/**
 * @returns the pixels of the largest picture in an AVIF or HEIC file as they are coded, before any crop. A decoder holds
 * all of them, however small the picture is that is left; and libheif decodes none that is larger than it says here.
 */
export async function codedPixelsOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let largest = 0;
    for (let at = 0; at + SIZE + TYPE <= size; ) {
      const head = await readAt(file, at, LONGEST_HEAD);
      const named = head.readUInt32BE(0);
      const long =
        named === 1 && head.length === LONGEST_HEAD ? Number(head.readBigUInt64BE(SIZE + TYPE)) : named;
      // 0 stands for the rest of the file; and what is too short to be a box is looked at to the end.
      const length = Math.min(long < SIZE + TYPE ? size : long, size - at);
      const type = head.toString('latin1', SIZE, SIZE + TYPE);
      // The bytes of the pictures themselves, which may be anything.
      if (type !== 'mdat') largest = Math.max(largest, largestIn(await readAt(file, at, length)));
      at += length;
    }
    return largest;
  } finally {
    await file.close();
  }
}
