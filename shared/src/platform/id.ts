import * as z from 'zod';

/**
 * An id. Server and clients compare ids as text, PostgreSQL compares them by value, so requests are
 * lower-cased while parsing.
 */
export const Id = z.uuid().toLowerCase();

/**
 * The id that a client gives to what it posts, so that a retry finds it. A script that never retries may omit
 * it.
 */
export const ClientId = Id.optional().meta({
  description: 'Created by the client; a repeat returns the current state of what it first created',
});
