import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from './endpoint.ts';

/** A client that has not sent its request headers by then, a byte now and then (slowloris), is answered 408. */
const HEADERS_MS = 10_000;
/** Enough for the largest photo at 170 KB/s; a stalled upload is cut long before, by `cutSlowSenders`. */
const REQUEST_MS = 300_000;
/** How often Node looks for connections that exceed these timeouts. */
const LOOK_MS = 2_000;

/** The HTTP server of an app, with timeouts for requests that never end. It does not listen yet. */
export const createHttpServer = ({ fetch }: Pick<Hono<Env>, 'fetch'>, headersMs = HEADERS_MS): Server =>
  createAdaptorServer({
    fetch,
    serverOptions: {
      headersTimeout: headersMs,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: Math.min(LOOK_MS, headersMs),
    },
    // The adaptor makes a node:http server unless it is given another factory.
  }) as Server;
