import type { Database as Sqlite } from 'better-sqlite3';

export interface WatchedTable {
  table: string;
  /** The columns that are reported; a change to one of them is reported with its old and its new value. */
  keys: string[];
  inserts?: true;
}

interface RowListener {
  changed(table: string, keys: string[]): void;
  /** Any row may have changed: a transaction was rolled back, or another process wrote to the file. */
  reset(): void;
}

/** Reports every row that a database writes, whatever wrote it. Only SQLite can: its file has one writer. */
export interface RowChanges {
  watch(tables: WatchedTable[], listener: RowListener): void;
}

// Temporary triggers belong to the connection and are not stored in the file. All writes of a server go
// through its one write connection; `data_version` shows those of other processes.
export function createRowChanges(sqlite: Sqlite) {
  const listeners: RowListener[] = [];
  const version = sqlite.prepare('pragma data_version').pluck();
  let knownVersion = version.get();
  const reset = () => {
    for (const listener of listeners) listener.reset();
  };
  const changes: RowChanges = {
    watch(tables, listener) {
      const n = listeners.push(listener);
      const name = `row_changed_${n}`;
      sqlite.function(name, { varargs: true }, (table: string, ...keys: string[]) => {
        listener.changed(table, keys);
      });
      for (const { table, keys, inserts } of tables) {
        const events = { insert: ['new'], update: ['old', 'new'], delete: ['old'] };
        for (const [event, rows] of Object.entries(events)) {
          if (event === 'insert' && !inserts) continue;
          const calls = rows.map(
            (row) => `select ${name}('${table}', ${keys.map((key) => `${row}.${key}`)});`,
          );
          sqlite.exec(
            `create temp trigger ${name}_${table}_${event} after ${event} on main.${table} begin ${calls.join(' ')} end`,
          );
        }
      }
    },
  };
  return {
    changes,
    /** Call it at the start of each transaction: only then can no other process write before its end. */
    begun(): void {
      const now = version.get();
      if (now === knownVersion) return;
      knownVersion = now;
      reset();
    },
    rolledBack: reset,
  };
}
