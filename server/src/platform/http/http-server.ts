import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from './endpoint.ts';

/** Clients that have not sent all headers by then get 408, against slowloris attacks. */
const HEADERS_MS = 10_000;
/** Enough for the largest photo at 170 KB/s; `cutSlowSenders` cuts stalled uploads much earlier. */
const REQUEST_MS = 300_000;
/** Proxies close theirs after 60 s or less: the server must not close one that just got a request. */
const KEEP_ALIVE_MS = 75_000;
const CHECK_MS = 2_000;

export function createHttpServer({ fetch }: Pick<Hono<Env>, 'fetch'>, headersMs = HEADERS_MS): Server {
  return createAdaptorServer({
    fetch,
    serverOptions: {
      headersTimeout: headersMs,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
    },
    // The adaptor creates a node:http server unless given another factory.
  }) as Server;
}
