import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { v4 as uuidv4 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { DeriveKey } from './secret.ts';

const ALGORITHM = 'ES256';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts text so that a copy of the database alone is worth nothing (AES-256-GCM). */
function seal(text: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

function unseal(sealed: string, key: Uint8Array): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: JWK;
}

async function makeKey(db: Database, key: Uint8Array): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = uuidv4();
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  const sealedPrivateJwk = seal(JSON.stringify(await exportJWK(pair.privateKey)), key);
  await db.transact(({ q, t }) =>
    q
      .insert(t.authKeys)
      .values({ kid, publicJwk, sealedPrivateJwk, createdAt: new Date() })
      .returning({ kid: t.authKeys.kid }),
  );
}

/** The key that signs access tokens, made at the first start. */
export async function loadSigningKey(db: Database, deriveKey: DeriveKey): Promise<SigningKey> {
  const sealing = deriveKey('signing keys');
  const newest = () =>
    db.read(({ q, t }) =>
      q.select().from(t.authKeys).orderBy(desc(t.authKeys.createdAt), desc(t.authKeys.kid)).limit(1),
    );
  if ((await newest()).length === 0) await makeKey(db, sealing);
  const [row] = await newest();
  if (!row) throw new Error('the signing key just stored is not there');
  const privateJwk = JSON.parse(unseal(row.sealedPrivateJwk, sealing)) as JWK;
  const publicJwk = row.publicJwk as JWK;
  // An EC key imports as a CryptoKey; only symmetric ones come as bytes.
  const privateKey = (await importJWK(privateJwk, ALGORITHM)) as CryptoKey;
  const publicKey = (await importJWK(publicJwk, ALGORITHM)) as CryptoKey;
  return { kid: row.kid, privateKey, publicKey, publicJwk };
}
