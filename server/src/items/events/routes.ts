import { ItemEvent } from '@selvedge/shared/items/item-events';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { type Api, ById, memberRead } from '../../platform/http/endpoint.ts';
import { listItemEvents } from './list-item-events.ts';

/** The REST endpoint for item events. */
export function itemEventRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    {
      ...memberRead,
      scope: 'chat',
      path: '/api/conversations/:id/events',
      summary: 'The latest 100 events of the item of a conversation since it began, oldest first',
      params: ById,
      replies: { 200: z.array(ItemEvent) },
    },
    async ({ c, actor, params }) => c.json(await db.read((conn) => listItemEvents(conn, actor, params.id))),
  );
}
