import { perProduct } from '../platform/core/ctx.ts';

/**
 * On SQLite, the members whose messages another feature follows as `message sent`, and perhaps some more. All others get
 * theirs without waiting, and without the event.
 */
export const followedOf = perProduct(() => new Set<string>());
