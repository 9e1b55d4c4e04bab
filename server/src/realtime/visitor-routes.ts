import { REPLAY_MS } from '@selvedge/shared/limits';
import { wholeNumber } from '@selvedge/shared/whole-number';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Api } from '../http/endpoint.ts';
import type { Visitors } from './visitor-streams.ts';

interface VisitorParts {
  visitors: Visitors;
  /** The address that streams are counted by. */
  addressOf(c: Context): string;
}

/** The live stream of pages without a sign-in, which have no socket. */
export function visitorRoutes(api: Api, { visitors, addressOf }: VisitorParts): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/live',
      budget: 'calls',
      summary:
        'What becomes true of listings and requests, as server-sent events for pages without a sign-in',
      access: 'public',
      query: z.strictObject({
        age: wholeNumber(0, REPLAY_MS).default(0).meta({
          description: 'Milliseconds: the stream begins with what was told in them',
        }),
      }),
      replies: {
        200: z.string().meta({
          description: 'Each event has the name of a public event, and that event as JSON',
        }),
      },
      media: 'text/event-stream',
    },
    ({ c, query }) => {
      c.header('Content-Type', 'text/event-stream');
      // nginx would hold events back until its buffer is full.
      c.header('X-Accel-Buffering', 'no');
      // The client of a HEAD request reads no stream, so one would never be closed.
      if (c.req.method === 'HEAD') return c.body(null);
      return c.body(visitors.open(addressOf(c), query.age));
    },
  );
}
