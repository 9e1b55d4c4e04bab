import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Upload } from '@selvedge/shared/listings';
import type { Actor } from '../../core/actor.ts';
import type { Database } from '../../db/database.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import type { Drawer } from './drawing/drawer.ts';

/** What the catalogue is made with. */
export interface Studio {
  db: Database;
  uploads: Uploads;
  drawer: Drawer;
  /** For pictures on their way into the store. */
  folder: string;
}

/** Hands a picture in as a member would: through the product's own way for pictures. */
export async function handIn(
  { uploads, folder }: Studio,
  actor: Actor,
  png: Uint8Array,
  name: string,
): Promise<Upload> {
  const path = join(folder, `${randomUUID()}.png`);
  try {
    await writeFile(path, png);
    return await uploads.add(actor, { path, name: `${name}.png` });
  } finally {
    await rm(path, { force: true });
  }
}
