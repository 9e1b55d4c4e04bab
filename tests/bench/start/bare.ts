import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import Sqlite from 'better-sqlite3';
import { Hono } from 'hono';

// The least that a server of this kind does before it answers, to measure the product's start by.
const { PORT, DATA_DIR = '.' } = process.env;
const sqlite = new Sqlite(join(DATA_DIR, 'bare.db'));
const app = new Hono();
app.get('*', (c) => c.json(sqlite.prepare('select 1').get() as object));
createAdaptorServer({ fetch: app.fetch }).listen(Number(PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
