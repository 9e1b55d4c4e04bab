/** Each poll overlaps the previous one by this much, for transactions that commit late. */
const OVERLAP_MS = 30_000;
/** How far back to read after the clock was set back, when the time since the last poll is unknown. */
const UNKNOWN_MS = 60 * 60_000;

interface Recent<T> {
  read(withinMs: number): Promise<T[]>;
  idOf(row: T): string;
  report(rows: T[]): void | Promise<void>;
}

/** Reports everything recent once, whichever process caused it. If a poll fails, the next makes up for it. */
export function pollRecent<T>({ read, idOf, report }: Recent<T>, now: () => number): () => Promise<void> {
  let reported = new Set<string>();
  let readUntil = now();
  return async () => {
    const startedAt = now();
    const passed = startedAt < readUntil ? UNKNOWN_MS : startedAt - readUntil;
    const rows = await read(passed + OVERLAP_MS);
    await report(rows.filter((row) => !reported.has(idOf(row))));
    readUntil = startedAt;
    reported = new Set(rows.map(idOf));
  };
}
