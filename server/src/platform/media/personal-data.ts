import { pictureFile } from '../core/media-url.ts';
import { jsonFile, type PersonalPart } from '../core/personal-part.ts';
import type { Database } from '../db/database.ts';
import type { MediaStore } from './media-store.ts';
import { abandonUploadsOf, findUploadsOf } from './queries.ts';
import { discardUnused } from './sweep.ts';

export async function* bytesOf(store: MediaStore, key: string) {
  const file = await store.read(key);
  if (!file) return;
  if (file.body instanceof ReadableStream) yield* file.body;
  else yield file.body;
}

export function uploadsPart(db: Database, store: MediaStore): PersonalPart {
  return {
    async *files(memberId) {
      const uploads = await db.read((conn) => findUploadsOf(conn, memberId));
      const list = uploads.map(({ key, createdAt }) => ({ file: pictureFile(key), createdAt }));
      yield jsonFile('pictures.json', list);
      for (const { key } of uploads)
        yield { path: pictureFile(key), content: bytesOf(store, key), isCompressed: true };
    },
    async erase(tx, memberId) {
      const keys = (await abandonUploadsOf(tx, memberId)).map(({ key }) => key);
      tx.afterCommit(() => discardUnused(db, store, keys));
    },
  };
}
