const NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the host name of a URL refers to this machine. */
export const isLoopbackHost = (hostname: string): boolean => NAMES.includes(hostname);
