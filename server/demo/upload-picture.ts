import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '@selvedge/shared/items/listings';
import type { Actor } from '../src/platform/core/actor.ts';
import type { Ctx } from '../src/platform/core/ctx.ts';

/** The dependencies for adding the catalogue. */
export interface DemoParts {
  ctx: Ctx;
  /** The folder for temporary files of uploads. */
  folder: string;
}

/** Uploads a picture as a member would: through the product's own picture pipeline. */
export async function uploadPicture(
  { ctx, folder }: DemoParts,
  actor: Actor,
  webp: Uint8Array,
  name: string,
): Promise<Upload> {
  const path = join(folder, `${randomUUID()}.webp`);
  try {
    await writeFile(path, webp);
    return await ctx.media.add(actor, { path, name: `${name}.webp` });
  } finally {
    await rm(path, { force: true });
  }
}
