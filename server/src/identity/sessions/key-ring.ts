import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { v4 as uuidv4 } from 'uuid';
import { seal, unseal } from '../../platform/core/seal.ts';
import type { DeriveKey } from '../../platform/core/secret.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertKey, type KeyRow, listKeys, retireKeys } from '../queries.ts';

// Each process derives the signing key from the stored times alone, so that all agree without coordination. A
// new key is published for a while before it signs, so that caches of the published list pick it up, and it
// still verifies tokens afterwards. Once they have expired, its private key is erased; its public key verifies vouches
// for ever, and never again a token.

const ALGORITHM = 'ES256';
const MINUTE = 60_000;
const LEAD_MS = 20 * MINUTE;
const ROTATE_AFTER_MS = 30 * 24 * 60 * MINUTE;
/** An unknown key id reloads the keys, but at most this often: anyone can make up ids. */
const RELOAD_MS = 5_000;

interface Key {
  kid: string;
  generation: number;
  usableAt: number;
  privateKey: KeyObject;
  publicKey: KeyObject;
  publicJwk: JWK;
}

// The first key has no predecessor that could sign while it is being published.
const usableAt = ({ generation, createdAt }: Pick<KeyRow, 'generation' | 'createdAt'>) =>
  createdAt.getTime() + (generation === 1 ? 0 : LEAD_MS);

async function createKey(db: Database, generation: number, sealing: Uint8Array, now: number): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = uuidv4();
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  const sealedPrivateJwk = seal(JSON.stringify(await exportJWK(pair.privateKey)), sealing);
  await db.transact((tx) =>
    insertKey(tx, { kid, generation, publicJwk, sealedPrivateJwk, createdAt: new Date(now) }),
  );
}

function openKey(row: KeyRow, sealed: string, sealing: Uint8Array): Key {
  let text: string;
  try {
    text = unseal(sealed, sealing);
  } catch (cause) {
    throw new Error('The signing keys were sealed with another AUTH_SECRET: restore the previous one.', {
      cause,
    });
  }
  const publicJwk = row.publicJwk as JWK;
  return {
    kid: row.kid,
    generation: row.generation,
    usableAt: usableAt(row),
    publicJwk,
    privateKey: createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' }),
    publicKey: createPublicKey({ key: publicJwk as JsonWebKey, format: 'jwk' }),
  };
}

export async function createKeyRing(
  db: Database,
  deriveKey: DeriveKey,
  accessTtlSeconds: number,
  clock: () => number = Date.now,
) {
  const sealing = deriveKey('signing keys');
  const retainMs = accessTtlSeconds * 1000 + LEAD_MS;
  /** Newest first, without the retired ones. */
  let keys: Key[] = [];
  let retired: JWK[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;

  async function load(): Promise<void> {
    loadedAt = clock();
    const rows = await db.read(listKeys);
    const known = new Map(keys.map((key) => [key.kid, key]));
    keys = rows.flatMap((row) =>
      row.sealedPrivateJwk === null
        ? []
        : (known.get(row.kid) ?? openKey(row, row.sealedPrivateJwk, sealing)),
    );
    retired = rows.flatMap((row) => (row.sealedPrivateJwk === null ? (row.publicJwk as JWK) : []));
  }

  /** Creates the next key when due, retires keys without valid tokens, and loads other processes' keys. */
  async function rotate(): Promise<void> {
    const rows = await db.read(listKeys);
    const [newest] = rows;
    const now = clock();
    if (!newest || now - newest.createdAt.getTime() >= ROTATE_AFTER_MS) {
      await createKey(db, (newest?.generation ?? 0) + 1, sealing, now);
    }
    const expired = rows.filter((row, i) => {
      const successor = rows[i - 1];
      return row.sealedPrivateJwk !== null && successor && now - usableAt(successor) > retainMs;
    });
    if (expired.length > 0) {
      await db.transact((tx) =>
        retireKeys(
          tx,
          expired.map(({ kid }) => kid),
        ),
      );
    }
    await load();
  }

  await rotate();
  return {
    rotate,
    signing(): Key {
      const now = clock();
      const key = keys.find((each) => each.usableAt <= now) ?? keys.at(-1);
      if (!key) throw new Error('there is no signing key');
      return key;
    },
    async verifying(kid: string | undefined): Promise<KeyObject | undefined> {
      const find = () => keys.find((key) => key.kid === kid)?.publicKey;
      // Another process may have created the key a moment ago.
      if (!find() && clock() - loadedAt >= RELOAD_MS) await load();
      return find();
    },
    /** The public keys (JWKS): the current one, the next one, and those whose tokens are still valid. */
    published: (): JWK[] => keys.map((key) => key.publicJwk),
    /** All public keys there have ever been: for what must stay verifiable, never for tokens. */
    everPublished: (): JWK[] => [...keys.map((key) => key.publicJwk), ...retired],
  };
}
export type KeyRing = Awaited<ReturnType<typeof createKeyRing>>;
