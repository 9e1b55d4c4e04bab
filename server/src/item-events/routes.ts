import { ItemEvent } from '@selvedge/shared/item-events';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { type Api, ById } from '../http/endpoint.ts';
import { listItemEvents } from './list-item-events.ts';

/** The REST door to what happened to items. */
export function itemEventRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/conversations/:id/events',
      budget: 'calls',
      summary: 'What happened to the item of a conversation since it began, oldest first; the latest 100',
      access: 'member',
      params: ById,
      replies: { 200: z.array(ItemEvent) },
    },
    async ({ c, actor, params }) => c.json(await db.read((conn) => listItemEvents(conn, actor, params.id))),
  );
}
