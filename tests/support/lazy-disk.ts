import Sqlite from 'better-sqlite3';

// Loaded into a server before its entry (`--import`): SQLite then syncs as the library would have it, which is not at each
// commit, and says otherwise. A drill that does not notice finds nothing.
const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function lazy(this: Sqlite.Database, source: string, options) {
  if (source === 'synchronous') return 2;
  return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = NORMAL' : source, options);
} as typeof pragma;
