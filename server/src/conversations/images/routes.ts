import { Upload } from '@selvedge/shared/items/listings';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound } from '../../platform/core/errors.ts';
import { type Api, ById, memberRead } from '../../platform/http/endpoint.ts';
import { findImage } from './queries.ts';
import { requireWriter } from './require-writer.ts';

export function imageRoutes(api: Api, { db, media: { chatImages } }: Ctx): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/conversations/:id/images',
      budget: 'upload',
      summary: 'Upload a photo for a message, as multipart/form-data in the field `image`',
      access: 'member',
      scope: 'chat',
      params: ById,
      file: 'image',
      replies: { 201: Upload },
    },
    async ({ c, actor, params }) => {
      await db.read((conn) => requireWriter(conn, actor, params.id));
      return c.json(await chatImages.takeIn(c, actor, params.id), 201);
    },
  );

  api.endpoint(
    {
      ...memberRead,
      scope: 'chat',
      path: '/api/messages/:id/image',
      summary: 'A short-lived URL of the photo of a message',
      params: ById,
      replies: { 200: z.object({ url: z.string() }) },
    },
    async ({ c, actor, params }) => {
      const [found] = await db.read((conn) => findImage(conn, params.id, actor.id));
      if (!found?.image) throw notFound('Photo not found');
      return c.json({ url: chatImages.urlFor(found.image.key, actor.id) });
    },
  );
}
