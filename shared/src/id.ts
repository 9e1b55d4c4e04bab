import * as z from 'zod';

/**
 * An id. Here and by clients it is compared as text, where PostgreSQL compares what it means: so capitals, which mean the
 * same, become small at the door.
 */
export const Id = z.uuid().toLowerCase();

/** What a new thing is posted under. A script that never repeats itself may leave it out. */
export const ClientId = Id.optional().meta({
  description: 'Made by whoever posts it; a repeat answers with what it first made, as that is now',
});
