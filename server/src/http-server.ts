import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from './endpoint.ts';

/** Whoever has not told what they ask by then, a byte now and then, is answered 408. */
const HEADERS_MS = 10_000;
/** The largest photo takes this long where a second carries 170 KB; a silent upload is given up long before. */
const REQUEST_MS = 300_000;
/** How often Node looks for those who take longer. */
const LOOK_MS = 2_000;

/** The HTTP server of an app, which holds no connection for those who never end their request. It does not listen yet. */
export const createHttpServer = ({ fetch }: Pick<Hono<Env>, 'fetch'>, headersMs = HEADERS_MS): Server =>
  createAdaptorServer({
    fetch,
    serverOptions: {
      headersTimeout: headersMs,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: Math.min(LOOK_MS, headersMs),
    },
    // Without a factory of its own it is one of node:http.
  }) as Server;
