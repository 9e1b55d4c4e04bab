/**
 * A value as JSON for a script element: `<` is escaped, since "</" or "<!--" could end or alter the element.
 */
export function jsonBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
