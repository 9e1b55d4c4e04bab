const UTF_16: [TextDecoderEncoding, number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
type TextDecoderEncoding = 'utf-16le' | 'utf-16be';

/** Guesses UTF-16 and its byte order from the zero bytes, which Latin text has only there. */
function guessUtf16(bytes: Buffer): TextDecoderEncoding | undefined {
  const head = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < head.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Decodes UTF-8, UTF-16 or Windows-1252. */
export function decodeText(bytes: Buffer): string {
  const marked = UTF_16.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const utf16 = marked ?? guessUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
