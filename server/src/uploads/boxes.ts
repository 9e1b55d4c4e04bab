// AVIF and HEIC files are sequences of boxes, some of which hold further boxes. Each begins with its size and its type
// (ISO/IEC 14496-12, 4.2).

const SIZE = 4;
const HEAD = SIZE + 4;
/** When the size in front says 1, it follows the type in 8 bytes. */
const LONG_HEAD = HEAD + 8;
/** Files of phones and of encoders have less than ten outermost ones. */
const BOXES_MAX = 100;

/** The frame of a box. */
interface Box {
  type: string;
  /** Where its content begins and it ends, in bytes from where it begins. */
  content: number;
  end: number;
}

/** Reads `length` bytes at `at`, or fewer at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<Buffer>;

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
export function* boxesIn(bytes: Buffer, wanted: string): Generator<Buffer> {
  for (let rest = bytes; rest.length >= HEAD; ) {
    const box = boxOf(rest.subarray(0, LONG_HEAD), rest.length);
    if (!box) return;
    if (box.type === wanted) yield rest.subarray(box.content, box.end);
    rest = rest.subarray(box.end);
  }
}

/**
 * The contents of the outermost boxes of one type in a file of `size` bytes.
 * @param longest the most bytes that one of them may have.
 * @throws Error when it has more, or when there are more than a hundred boxes of any type.
 */
export async function* boxesOf(
  readAt: ReadAt,
  size: number,
  wanted: string,
  longest: number,
): AsyncGenerator<Buffer> {
  for (let at = 0, boxes = 0; at + HEAD <= size; boxes += 1) {
    if (boxes === BOXES_MAX) throw new Error('a file of too many boxes');
    const box = boxOf(await readAt(at, LONG_HEAD), size - at);
    if (!box) return;
    if (box.type === wanted) {
      if (box.end > longest) throw new Error(`a box that is too long: ${wanted}`);
      yield await readAt(at + box.content, box.end - box.content);
    }
    at += box.end;
  }
}

/** Reads the numbers in a box one after the other. */
export function createReader(bytes: Buffer) {
  let at = 0;
  return {
    /**
     * @param length of the number, in bytes: 0 to 6, or 8.
     * @throws RangeError beyond the end.
     */
    next(length: number): number {
      const from = at;
      at += length;
      if (length === 0) return 0;
      return length === 8 ? Number(bytes.readBigUInt64BE(from)) : bytes.readUIntBE(from, length);
    },
    skip(length: number): void {
      at += length;
    },
  };
}
