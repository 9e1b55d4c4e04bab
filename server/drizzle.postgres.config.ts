import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/src/platform/db/schema.postgres.ts',
  out: './server/migrations/postgres',
});
