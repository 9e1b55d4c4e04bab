import type { KeyObject } from 'node:crypto';
import { SignedVouches, type VouchStatement } from '@selvedge/shared/deals/vouches';
import canonicalize from 'canonicalize';
import { base64url, CompactSign, compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';

const ALGORITHM = 'ES256';
/** Separates these signatures from all others by the same keys, such as those of access tokens. */
const TYPE = 'selvedge-vouches';

export const JWKS_PATH = '/.well-known/jwks.json';

export interface SigningKeys {
  signing(): { kid: string; privateKey: KeyObject };
}

const bytesOf = (value: unknown) => new TextEncoder().encode(canonicalize(value));

/** Signs a statement: the signature is a JWS without its payload, which is the statement as canonical JSON. */
export async function signStatement(keys: SigningKeys, statement: VouchStatement): Promise<SignedVouches> {
  const { kid, privateKey } = keys.signing();
  const jws = await new CompactSign(bytesOf(statement))
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
    .sign(privateKey);
  const [header, , signature] = jws.split('.');
  return { ...statement, signature: `${header}..${signature}` };
}

/** Whether base64url is written in the only canonical way: unused bits at its end may not differ. */
const isCanonical = (text: string) => base64url.encode(base64url.decode(text)) === text;

/** @returns what was signed; null if the text differs in any way, or none of the keys has signed it */
export async function verifyStatement(
  bytes: Uint8Array,
  jwks: JSONWebKeySet,
): Promise<VouchStatement | null> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const { signature } = SignedVouches.parse(value);
    // The fields as they were sent: parsing removes unknown ones, which would then be unsigned.
    const { signature: _, ...statement } = value as SignedVouches;
    const [header = '', payload, mac = '', ...more] = signature.split('.');
    if (payload !== '' || more.length > 0 || !isCanonical(header) || !isCanonical(mac)) return null;
    const { protectedHeader } = await compactVerify(
      `${header}.${base64url.encode(bytesOf(statement))}.${mac}`,
      createLocalJWKSet(jwks),
      { algorithms: [ALGORITHM] },
    );
    return protectedHeader.typ === TYPE ? statement : null;
  } catch {
    return null;
  }
}
