import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
/** The permission bits of everyone except the file's owner. */
const OTHERS = 0o077;

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

function readOrCreate(dataDir: string): string {
  const dir = join(dataDir, 'secrets');
  const file = join(dir, 'auth');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  try {
    if (process.platform !== 'win32' && statSync(file).mode & OTHERS) {
      throw new Error(`Other users of this machine may read ${file}: restrict it with "chmod 600 ${file}".`);
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    // Of nodes that start together, the first to link its draft to the final name wins, atomically.
    const draft = `${file}-${randomUUID()}`;
    writeFileSync(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
    try {
      linkSync(draft, file);
    } catch (linkError) {
      if (!hasCode(linkError, 'EEXIST')) throw linkError;
    } finally {
      rmSync(draft);
    }
    return readFileSync(file, 'utf8');
  }
}

/** Derives a 32-byte key for one purpose (RFC 5869, SHA-256); the salt separates keys of the same purpose. */
export type DeriveKey = (purpose: string, salt?: Uint8Array) => Uint8Array;

/** From the settings, or generated at the first start. @throws when other users may read it */
export function createSecret(configured: string | undefined, dataDir: string): DeriveKey {
  const secret = configured ?? readOrCreate(dataDir);
  return (purpose, salt = new Uint8Array()) =>
    new Uint8Array(hkdfSync('sha256', secret, salt, `selvedge ${purpose}`, KEY_BYTES));
}
