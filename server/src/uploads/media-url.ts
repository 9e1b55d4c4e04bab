/** Where a stored picture is fetched. Root-relative: it holds under whatever name the page was opened. */
export const mediaUrl = (key: string): string => `/media/${key}`;
