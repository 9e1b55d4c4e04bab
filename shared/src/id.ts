import * as z from 'zod';

/**
 * An id. Here and by clients it is compared as text, where PostgreSQL compares what it means: so capitals, which mean the
 * same, become small at the door.
 */
export const Id = z.uuid().toLowerCase();
