/** A terminal obeys these characters, so a name could erase a line or write another one. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A line for a terminal: control characters are written as in JSON (`\u001b`), which keeps printed JSON the same value. */
export function printable(line: string): string {
  return line.replace(CONTROL, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
