import { REPLAY_MS } from '@selvedge/shared/platform/limits';
import { wholeNumber } from '@selvedge/shared/platform/whole-number';
import type { Context } from 'hono';
import * as z from 'zod';
import { type Api, publicRead } from '../http/endpoint.ts';
import type { Visitors } from './visitor-streams.ts';

interface VisitorParts {
  visitors: Visitors;
  addressOf(c: Context): string;
}

export function visitorRoutes(api: Api, { visitors, addressOf }: VisitorParts): void {
  api.endpoint(
    {
      ...publicRead,
      path: '/api/live',
      summary: 'Stream listing and WTB events to visitors (server-sent events)',
      query: z.strictObject({
        age: wholeNumber(0, REPLAY_MS).default(0).meta({
          description: 'Age of the page in milliseconds: the stream starts with the events since',
        }),
      }),
      replies: {
        200: z.string().meta({
          description: 'Each event has the name of a public event, and its payload as JSON',
        }),
      },
      media: 'text/event-stream',
    },
    ({ c, query }) => {
      c.header('Content-Type', 'text/event-stream');
      // Otherwise nginx buffers events.
      c.header('X-Accel-Buffering', 'no');
      // A HEAD request reads no stream, so it would never be closed.
      if (c.req.method === 'HEAD') return c.body(null);
      return c.body(visitors.open(addressOf(c), query.age));
    },
  );
}
