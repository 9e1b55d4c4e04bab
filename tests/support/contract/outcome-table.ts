import outcomes from './outcome-table.json' with { type: 'json' };

/**
 * What every call and socket request answers to a member
 * - whose session has ended: signed out, suspended, deleted;
 * - who is over a limit: the call's own budget, the texts of a day, the decoding of a day, all calls of a minute;
 * - whom the other member has blocked, as the buyer and as the seller, with the events and mails that reach the other.
 *   These hear of an unsent message, and of what becomes of the item of a conversation that they have had. No text
 *   reaches them, except for a new username, which names whom they have blocked.
 */
export const OUTCOMES: Readonly<Record<string, readonly string[]>> = outcomes;
