const NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is on this machine. */
export const isLoopback = (url: string): boolean => NAMES.includes(new URL(url).hostname);
