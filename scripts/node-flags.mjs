/**
 * What the server's Node is told. Left alone, this one lets the space for new objects grow to 128 MB while many sockets
 * come at once, and never gives it back: about half of what a server of thousands of them holds. At 32 MB a message costs
 * as much CPU as without a bound, at 16 MB a quarter more (`npm run bench chat`).
 */
export const NODE_FLAGS = ['--max-semi-space-size=32'];
