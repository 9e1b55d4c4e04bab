import Sqlite from 'better-sqlite3';

// Loaded into a server before its entry (`--import`): SQLite then claims to sync each commit to disk but does
// not. A power cut drill that does not notice this mutant would find nothing at all.
const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function lazy(this: Sqlite.Database, source: string, options) {
  if (source === 'synchronous') return 2;
  return pragma.call(this, source === 'synchronous = FULL' ? 'synchronous = NORMAL' : source, options);
} as typeof pragma;
