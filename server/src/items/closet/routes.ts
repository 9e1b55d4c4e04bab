import {
  CLOSET_MAX_BYTES,
  ClosetImport,
  ClosetImportDetails,
  ClosetMatchParam,
  ClosetPreview,
} from '@selvedge/shared/items/closet';
import { fileNameOf } from '@selvedge/shared/platform/file-name';
import type { Context } from 'hono';
import * as z from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import { createSemaphorePerKey } from '../../platform/core/semaphore.ts';
import { sendZip } from '../../platform/core/zip.ts';
import { type Api, ById } from '../../platform/http/endpoint.ts';
import { discardImports } from './in/discard-imports.ts';
import { previewFile } from './in/preview-file.ts';
import { startImport } from './in/start-import.ts';
import { closetFiles } from './out/closet-files.ts';
import { presentImport, presentRows } from './present.ts';
import { findImport, importsOf, rowsOf } from './queries.ts';

const common = { feature: 'closet', access: 'member', scope: 'items' } as const;
const sent = { ...common, method: 'post', budget: 'closetFile', file: 'file' } as const;

/** The REST endpoints for exports and imports. */
export function closetRoutes(api: Api, ctx: Ctx, onStarted: () => void): void {
  const { db, media, settings } = ctx;
  const oneAtATime = createSemaphorePerKey(1);
  const withFile = <T>(c: Context, actor: Actor, use: (file: { path: string; name: string }) => Promise<T>) =>
    oneAtATime(actor.id, async () => {
      const file = await media.receive(c, { field: 'file', noun: 'file', maxBytes: CLOSET_MAX_BYTES });
      try {
        return await use(file);
      } finally {
        await file.remove();
      }
    });

  api.endpoint(
    {
      ...common,
      method: 'get',
      path: '/api/closet.zip',
      budget: 'archive',
      summary: 'My listings and WTBs as CSV, with the photos, in a ZIP archive',
      replies: { 200: null },
      media: 'application/zip',
    },
    ({ c, actor }) =>
      sendZip(c, fileNameOf(settings.current().name, 'closet.zip'), closetFiles(ctx, actor.id)),
  );

  api.endpoint(
    {
      ...sent,
      path: '/api/closet/preview',
      summary:
        'What a CSV, or a ZIP of a CSV and photos, would post, as multipart/form-data in the field `file`. Nothing is stored',
      query: z.strictObject({ match: ClosetMatchParam.optional() }),
      replies: { 200: ClosetPreview },
    },
    async ({ c, actor, query: { match } }) =>
      c.json(await withFile(c, actor, ({ path }) => previewFile(ctx, path, match))),
  );

  api.endpoint(
    {
      ...sent,
      path: '/api/closet/imports',
      summary: 'Post the good rows of a file in the background. A row of the same file is posted once',
      query: z.strictObject({ match: ClosetMatchParam }),
      replies: { 201: ClosetImport },
    },
    async ({ c, actor, query: { match } }) => {
      const started = await withFile(c, actor, (file) => startImport(ctx, actor, file, match));
      onStarted();
      return c.json(presentImport(started), 201);
    },
  );

  api.endpoint(
    {
      ...common,
      method: 'get',
      path: '/api/closet/imports',
      budget: 'calls',
      summary: 'My last ten imports of the last 30 days, latest first',
      replies: { 200: z.array(ClosetImport) },
    },
    async ({ c, actor }) => c.json((await db.read((conn) => importsOf(conn, actor.id))).map(presentImport)),
  );

  const one = { ...common, path: '/api/closet/imports/:id', params: ById } as const;
  api.endpoint(
    {
      ...one,
      method: 'get',
      budget: 'calls',
      summary: 'One of my imports, with what became of each row',
      replies: { 200: ClosetImportDetails },
    },
    async ({ c, actor, params }) =>
      db.read(async (conn) => {
        const [found] = await findImport(conn, actor.id, params.id);
        if (!found) throw notFound();
        return c.json({ ...presentImport(found), rows: presentRows(await rowsOf(conn, params.id)) });
      }),
  );

  api.endpoint(
    {
      ...one,
      method: 'delete',
      budget: 'closetFile',
      summary: 'Stop and forget one of my imports. What it has posted stays',
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      if ((await discardImports(ctx, actor.id, params.id)) === 0) throw notFound();
      return c.body(null, 204);
    },
  );
}
