import type { Config } from '../../config.ts';
import type { CopySource, Manifest } from './copy/manifest.ts';
import type { Backup } from './retention.ts';

export interface Target {
  /** For people: `the folder /backups`. */
  place: string;
  /** All complete backups, in no particular order. */
  list(): Promise<Backup[]>;
  /** The backup appears under its name only when it is complete and has been opened. */
  make(name: string): Promise<Manifest>;
  /** Removes backups, and the leftovers of interrupted ones. Only one process at a time may make or remove backups. */
  remove(backups: Backup[]): Promise<void>;
  restore(name: string): Promise<Manifest>;
  /** Whether the place can be written to: stores a few bytes, and removes them. @throws the reason why not */
  tryOut(): Promise<void>;
}

export type BackupConfig = CopySource & { backup: NonNullable<Config['backup']> };
