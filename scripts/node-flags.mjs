/**
 * What the server's Node is told. Left alone, this one lets the space for new objects grow to 128 MB while many sockets
 * come at once, and never gives it back: about half of what a server of thousands of them holds. At 32 MB a message costs
 * as much CPU as without a bound, at 16 MB a quarter more (`npm run bench chat`).
 */
export const NODE_FLAGS = ['--max-semi-space-size=32'];

/**
 * And its memory, where that is glibc's: blocks of 128 KiB and more go back to the system when they are let go, instead of
 * a limit that rises with the largest picture, and threads share two arenas. A server that has taken photos of 12
 * megapixels holds about half as much then, for no more CPU.
 */
export const MEMORY = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
