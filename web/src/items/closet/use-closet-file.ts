import {
  CLOSET_MAX_BYTES,
  type ClosetMatch,
  type ClosetPreview,
  type ClosetRow,
} from '@selvedge/shared/items/closet';
import { readCloset } from '@selvedge/shared/items/read-closet';
import type { ErrorCode, Problem } from '@selvedge/shared/platform/errors';
import { useMemo, useRef, useState } from 'react';
import { messageOf, problemIn } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { previewFile, type Sending, startImport } from './closet-calls.ts';

/** Refusals that the same file would get again. */
const LASTING: (ErrorCode | undefined)[] = ['invalid_input', 'too_large'];

const tooLarge = ({ name }: File): Problem => ({
  code: 'too_large',
  message: `File ${name} is too large (max ${CLOSET_MAX_BYTES / 1024 ** 2}MB)`,
});

interface Read {
  file: File;
  table: ClosetPreview;
}

/** Sends one file at a time: a later one aborts the earlier. */
function useSending() {
  const [problem, setProblem] = useState<string | null>(null);
  /** From 0 to 1 while a file is sent; null when none is. */
  const [part, setPart] = useState<number | null>(null);
  const latest = useRef(new AbortController());

  /** @param work checks the signal before it sets state @param onRefused called if the server refuses the file */
  async function send(work: (sending: Sending) => Promise<void>, onRefused = () => {}): Promise<void> {
    latest.current.abort();
    latest.current = new AbortController();
    const { signal } = latest.current;
    const ifLatest = (change: () => void) => {
      if (!signal.aborted) change();
    };
    setPart(0);
    setProblem(null);
    try {
      await work({ signal, onProgress: (sent) => ifLatest(() => setPart(sent)) });
    } catch (error) {
      ifLatest(() => {
        setProblem(messageOf(error, 'The file could not be sent. Please try again.'));
        if (LASTING.includes(problemIn(error)?.code)) onRefused();
      });
    } finally {
      ifLatest(() => setPart(null));
    }
  }
  return { problem, part, send };
}

/** The state of an import until it starts. A failure keeps the file and the matched columns. */
export function useClosetFile(onStarted: () => void) {
  const [read, setRead] = useState<Read | null>(null);
  /** A chosen file that the server has not read yet. */
  const [unread, setUnread] = useState<File | null>(null);
  const [isPosting, setPosting] = useState(false);
  const [match, setMatch] = useState<ClosetMatch>({ columns: {}, all: {} });
  const { problem, part, send } = useSending();
  const rows: ClosetRow[] = useMemo(
    () => (read ? readCloset(read.table, match, instance.currency) : []),
    [read, match],
  );

  function choose(file: File): Promise<void> {
    setUnread(file);
    return send(
      async (sending) => {
        if (file.size > CLOSET_MAX_BYTES) throw tooLarge(file);
        const table = await previewFile(file, sending);
        if (sending.signal.aborted) return;
        setRead({ file, table });
        setUnread(null);
        setMatch(table.match);
      },
      () => setUnread(null),
    );
  }

  async function post(): Promise<void> {
    if (!read) return;
    setPosting(true);
    await send(async (sending) => {
      await startImport(read.file, match, sending);
      setRead(null);
      onStarted();
    });
    setPosting(false);
  }

  return {
    ...{ read, unread, isPosting, match, setMatch, rows, problem, part, choose, post },
    forget: () => setRead(null),
  };
}
export type ClosetFile = ReturnType<typeof useClosetFile>;
