/** A value as JSON inside a script element, which only "</" or "<!--" could end or change. */
export const jsonBlock = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
