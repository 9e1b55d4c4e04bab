// A minimal server on the same libraries, as the baseline for the product's start. Plain JavaScript, like the built
// product: Node would spend a third of this start on removing types.
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import Sqlite from 'better-sqlite3';
import { Hono } from 'hono';
import { Server } from 'socket.io';

const { PORT, DATA_DIR = '.' } = process.env;
const sqlite = new Sqlite(join(DATA_DIR, 'bare.db'));
const app = new Hono();
app.get('*', (c) => c.json(sqlite.prepare('select 1').get()));
const http = createAdaptorServer({ fetch: app.fetch });
new Server(http, { serveClient: false });
http.listen(Number(PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
