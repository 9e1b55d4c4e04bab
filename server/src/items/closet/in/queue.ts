import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError, toProblem } from '../../../platform/core/errors.ts';
import { createWorker } from '../../../platform/jobs/worker.ts';
import {
  changeImport,
  dueImports,
  endRow,
  type ImportRow,
  nextRow,
  type RowToPost,
  takeImport,
} from '../queries.ts';
import { postRow, removePhotos } from './post-row.ts';

/** The lease of a process: after it died, another one resumes this much later. */
const TAKEN_MS = 15_000;
/** Delay after a failure that is not the row's, such as a full disk. */
const RETRY_SECONDS = 60;
const PASSING = ['rate_limited', 'unavailable', 'storage_down', 'internal'];

/** Posts the rows of imports one by one. The queue is in the database, so it survives a restart. */
export function createQueue(ctx: Ctx) {
  const { db, log, publish, settings } = ctx;

  const renew = async (id: string) => {
    await db.transact(async (tx) => changeImport(tx, id, { takenUntil: new Date(Date.now() + TAKEN_MS) }));
  };

  const change = (memberId: string, id: string, changes: Pick<Partial<ImportRow>, 'state' | 'dueAt'>) =>
    db.transact(async (tx) => {
      await changeImport(tx, id, changes);
      tx.afterCommit(() => publish.toMember(memberId, 'imports:changed', {}));
    });

  /** @returns false if the import has to wait */
  async function settle(memberId: string, row: RowToPost, error: unknown): Promise<boolean> {
    const { code, message } = toProblem(error);
    if (!PASSING.includes(code)) {
      await db.transact(async (tx) =>
        endRow(tx, row.id, { state: 'failed', listingId: null, problem: message }),
      );
      await removePhotos(ctx, row);
      return true;
    }
    if (code === 'internal')
      log.error({ err: error, import: row.importId }, 'a row could not be posted; retrying later');
    const seconds = (error instanceof AppError && error.retryAfter) || RETRY_SECONDS;
    const dueAt = new Date(Date.now() + seconds * 1_000);
    await change(memberId, row.importId, { dueAt });
    return false;
  }

  async function postRows({ id, memberId }: ImportRow, isClosed: () => boolean): Promise<void> {
    for (;;) {
      const [row] = await db.read((conn) => nextRow(conn, id));
      if (!row) {
        await change(memberId, id, { state: 'done' });
        return;
      }
      if (isClosed()) return;
      await renew(id);
      try {
        await postRow(ctx, { id: memberId }, row, () => renew(id));
      } catch (error) {
        if (!(await settle(memberId, row, error))) return;
      }
    }
  }

  async function work(isClosed: () => boolean): Promise<void> {
    if (!settings.isOn('closet')) return;
    for (const { id } of await db.read((conn) => dueImports(conn, new Date()))) {
      if (isClosed()) return;
      const at = new Date();
      const until = new Date(at.getTime() + TAKEN_MS);
      const [taken] = await db.transact(async (tx) => takeImport(tx, id, at, until));
      if (!taken) continue;
      try {
        await postRows(taken, isClosed);
      } finally {
        await db.transact(async (tx) => changeImport(tx, id, { takenUntil: new Date() }));
      }
    }
  }

  return createWorker(work, log);
}
