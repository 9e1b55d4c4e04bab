import { type FileHandle, open } from 'node:fs/promises';

// AVIF and HEIC files are sequences of boxes, some of which hold further boxes. Each begins with its size and its type
// (ISO/IEC 14496-12, 4.2). The box `ispe` tells the size of a picture as it is coded (ISO/IEC 23008-12, 6.5.3).

const SIZE = 4;
const TYPE = 4;
const HEAD = SIZE + TYPE;
/** When the size in front says 1, it follows the type in 8 bytes. */
const LONG_HEAD = HEAD + 8;
const VERSION_AND_FLAGS = 4;

/** Files of phones and of encoders have less than ten, and no more than some kilobytes of `meta`. */
const BOXES_MAX = 100;
const META_MAX = 1024 * 1024;
/** libheif lets a coded picture be larger than its `ispe` by as much, in each direction. */
const SLACK = 128;

/** The frame of a box. */
interface Box {
  type: string;
  /** Where its content begins and it ends, in bytes from where it begins. */
  content: number;
  end: number;
}

/**
 * @param head its first 16 bytes, or fewer at the end of the file.
 * @param left how many bytes there are from its beginning to the end of what holds it.
 * @returns null when that is no box: some phones append what is none, and libheif reads no further either.
 */
function boxOf(head: Buffer, left: number): Box | null {
  const size = head.readUInt32BE(0);
  const isLong = size === 1 && head.length >= LONG_HEAD;
  // 0 stands for all that is left.
  const named = isLong ? Number(head.readBigUInt64BE(HEAD)) : size || left;
  const content = isLong ? LONG_HEAD : HEAD;
  if (named < content) return null;
  return { type: head.toString('latin1', SIZE, HEAD), content, end: Math.min(named, left) };
}

/** The contents of the boxes of one type, one after the other. */
function* contentsOf(boxes: Buffer, wanted: string): Generator<Buffer> {
  for (let rest = boxes; rest.length >= HEAD; ) {
    const box = boxOf(rest.subarray(0, LONG_HEAD), rest.length);
    if (!box) return;
    if (box.type === wanted) yield rest.subarray(box.content, box.end);
    rest = rest.subarray(box.end);
  }
}

function* sizesIn(meta: Buffer): Generator<number> {
  for (const properties of contentsOf(meta.subarray(VERSION_AND_FLAGS), 'iprp')) {
    for (const container of contentsOf(properties, 'ipco')) {
      for (const size of contentsOf(container, 'ispe')) {
        if (size.length < VERSION_AND_FLAGS + 8) continue;
        const [width, height] = [
          size.readUInt32BE(VERSION_AND_FLAGS),
          size.readUInt32BE(VERSION_AND_FLAGS + 4),
        ];
        yield (width + SLACK) * (height + SLACK);
      }
    }
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/**
 * Finds how large the pictures in an AVIF or HEIC file may be as they are coded, before any crop: a decoder holds all of
 * their pixels, however small what is left of them is.
 * @returns as many pixels as libheif decodes of the largest one, which is somewhat more than it has.
 * @throws Error when no camera and no encoder makes such files.
 */
export async function codedPixelsOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let largest = 0;
    for (let at = 0, boxes = 0; at + HEAD <= size; boxes += 1) {
      const box = boxOf(await readAt(file, at, LONG_HEAD), size - at);
      if (!box) break;
      const { content, end } = box;
      const isMeta = box.type === 'meta';
      if (boxes === BOXES_MAX || (isMeta && end > META_MAX)) throw new Error('too many boxes, or too long');
      if (isMeta) {
        const meta = await readAt(file, at + content, end - content);
        for (const pixels of sizesIn(meta)) largest = Math.max(largest, pixels);
      }
      at += end;
    }
    return largest;
  } finally {
    await file.close();
  }
}
