import type { DomainEvents } from '../../platform/core/events.ts';
import { pictureFile } from '../../platform/core/media-url.ts';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { createWorker } from '../../platform/jobs/worker.ts';
import type { Uploads } from '../../platform/media/uploads.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { comparePhoto } from './compare-photo.ts';
import { followHashes } from './follow-hashes.ts';
import { hashEarlierPhotos } from './hash-earlier.ts';
import { deleteHashesOf, findHashesOf, waitingAbove } from './queries.ts';
import { recordPhotos } from './record-photos.ts';
import { storeCopies } from './store-copies.ts';

const BATCH = 50;

/** Runs after the transaction that added photos; each waits in the database until it has been compared. */
export function createPhotoMatches({
  db,
  log,
  uploads,
}: {
  db: Database;
  log: Logger;
  uploads: Pick<Uploads, 'hash' | 'shrink' | 'discard'>;
}) {
  const hashes = followHashes(db);
  let isStopped = false;

  /** Compares all waiting photos. One that fails stays for the next run. */
  async function work(isClosed: () => boolean): Promise<void> {
    let above = LOWEST_ID;
    for (;;) {
      const from = above;
      const waiting = await db.read(async (conn) => waitingAbove(conn, from, BATCH));
      for (const photo of waiting) {
        if (isClosed()) return;
        above = photo.id;
        try {
          await comparePhoto({ db, log, hashes }, photo);
        } catch (error) {
          log.error({ err: error, id: photo.id }, 'could not compare a photo; retrying on the next run');
        }
      }
      if (waiting.length < BATCH) return;
    }
  }

  async function hashEarlier(): Promise<void> {
    try {
      const count = await hashEarlierPhotos({ db, log, hash: uploads.hash }, () => isStopped);
      if (count > 0) log.info({ count }, 'hashed the photos of earlier listings');
    } catch (error) {
      log.error(
        { err: error },
        'could not hash the photos of earlier listings; retrying after the next start',
      );
    }
  }

  const { kick, close } = createWorker(work, log);
  const hashing = hashEarlier();
  // Photos may wait since before the last restart.
  void kick();

  const personalData: PersonalPart = {
    async *files(memberId) {
      const rows = await db.read(async (conn) => findHashesOf(conn, memberId));
      const list = rows.map(({ key, ...row }) => ({ file: pictureFile(key), ...row }));
      yield jsonFile('photo-hashes.json', list);
    },
    async erase(tx, memberId) {
      await deleteHashesOf(tx, memberId);
    },
  };

  return {
    async onPhotos(tx: Tx, changed: DomainEvents['listing photos changed']): Promise<void> {
      await recordPhotos(tx, changed, changed);
      tx.afterCommit(() => void kick());
    },
    /** Removes the given pictures that are unused, after storing small copies of those to compare with. */
    async discardPhotos(keys: string[]): Promise<void> {
      await storeCopies({ db, log, shrink: uploads.shrink }, keys);
      await uploads.discard(keys);
    },
    personalData,
    /** Resolves when all waiting photos have been compared. */
    kick,
    async close(): Promise<void> {
      isStopped = true;
      await close();
      await hashing;
    },
  };
}
