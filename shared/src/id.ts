import * as z from 'zod';

/**
 * An id. Server and clients compare ids as text, PostgreSQL compares them by value: so capitals are lowered while a
 * request is parsed.
 */
export const Id = z.uuid().toLowerCase();

/**
 * The id that a client gives to what it posts, so that a retry finds it. A script that never retries may leave it out.
 */
export const ClientId = Id.optional().meta({
  description: 'Made by whoever posts it; a repeat answers with what it first made, as that is now',
});
