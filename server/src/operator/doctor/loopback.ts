const NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a URL's host is this machine. */
export const isLoopback = (url: string): boolean => NAMES.includes(new URL(url).hostname);
