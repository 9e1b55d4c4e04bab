/**
 * Flags for the server's Node. By default V8 lets the space for new objects grow to 128 MB while many sockets
 * connect, and never shrinks it: about half of the memory of a server with thousands of sockets. At 32 MB a
 * message takes as much CPU time as without a limit, at 16 MB a quarter more (`npm run bench chat`).
 */
export const NODE_FLAGS = ['--max-semi-space-size=32'];

/**
 * Settings for glibc's allocator: freed blocks of 128 KiB and more are returned to the system (by default,
 * that threshold rises with the largest picture), and threads share two arenas. A server that has processed
 * photos of 12 megapixels then uses about half as much memory, for no more CPU time.
 */
export const MEMORY = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
