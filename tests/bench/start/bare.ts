import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import Sqlite from 'better-sqlite3';
import { Hono } from 'hono';

// A minimal server on the same libraries, as the baseline for the product's start.
const { PORT, DATA_DIR = '.' } = process.env;
const sqlite = new Sqlite(join(DATA_DIR, 'bare.db'));
const app = new Hono();
app.get('*', (c) => c.json(sqlite.prepare('select 1').get() as object));
createAdaptorServer({ fetch: app.fetch }).listen(Number(PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
