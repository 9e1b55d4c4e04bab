import type { ClosetMatch, ClosetPreview, ClosetRow } from '@selvedge/shared/items/closet';
import { readCloset } from '@selvedge/shared/items/read-closet';
import { useMemo, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { previewFile, startImport } from './closet-calls.ts';

interface Read {
  file: File;
  table: ClosetPreview;
}

/** A chosen file, from its preview to the start of its import. A failure loses nothing that was chosen. */
export function useClosetFile(onStarted: () => void) {
  const [read, setRead] = useState<Read | null>(null);
  const [match, setMatch] = useState<ClosetMatch>({ columns: {}, all: {} });
  const [problem, setProblem] = useState<string | null>(null);
  /** From 0 to 1 while a file is sent; null when none is. */
  const [part, setPart] = useState<number | null>(null);
  const rows: ClosetRow[] = useMemo(
    () => (read ? readCloset(read.table, match, instance.currency) : []),
    [read, match],
  );

  async function sending(work: () => Promise<void>): Promise<void> {
    setPart(0);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error, 'The file could not be sent. Please try again.'));
    } finally {
      setPart(null);
    }
  }
  return {
    ...{ read, match, setMatch, rows, problem, part },
    choose: (file: File) =>
      sending(async () => {
        const table = await previewFile(file, setPart);
        setRead({ file, table });
        setMatch(table.match);
      }),
    post: () =>
      sending(async () => {
        if (!read) return;
        await startImport(read.file, match, setPart);
        setRead(null);
        onStarted();
      }),
    forget: () => setRead(null),
  };
}
export type ClosetFile = ReturnType<typeof useClosetFile>;
