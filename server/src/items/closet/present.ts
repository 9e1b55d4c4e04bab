import type { ClosetImport, ClosetImportDetails } from '@selvedge/shared/items/closet';
import type { CountedImport, RowToPost } from './queries.ts';

export function presentImport({ found, waiting, posted, repeated, failed }: CountedImport): ClosetImport {
  const isWaiting = found.state === 'posting' && found.dueAt.getTime() > Date.now();
  return {
    id: found.id,
    fileName: found.fileName,
    createdAt: found.createdAt.toISOString(),
    total: waiting + posted + repeated + failed,
    ...{ posted, repeated, failed },
    isDone: found.state === 'done',
    waitsUntil: isWaiting ? found.dueAt.toISOString() : null,
  };
}

export function presentRows(rows: RowToPost[]): ClosetImportDetails['rows'] {
  return rows.map(({ number, fields, state, listingId, problem }) => ({
    ...{ number, title: fields.title, state, listingId, problem },
  }));
}
