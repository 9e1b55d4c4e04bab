/**
 * A value as JSON for a script element: `<` is escaped, since "</" or "<!--" could end or alter the element.
 */
export const jsonBlock = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
