/** A value as JSON to be put into a script element: `<` is escaped, since "</" or "<!--" could end or alter that. */
export const jsonBlock = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
