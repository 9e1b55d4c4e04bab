import { createSign, generateKeyPairSync } from 'node:crypto';

// Just enough DER (X.690) to write one X.509 certificate: Node can read certificates but not create them.
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts);
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const octets = (...parts: Uint8Array[]) => der(0x04, ...parts);
const utc = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const NAME = sequence(set(sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('localhost')))));
const IS_AUTHORITY = sequence(
  oid(0x55, 0x1d, 0x13),
  der(0x01, Buffer.from([0xff])),
  octets(sequence(der(0x01, Buffer.from([0xff])))),
);
const FOR_LOCALHOST = sequence(
  oid(0x55, 0x1d, 0x11),
  octets(sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
);
const DAY_MS = 86_400_000;

/** A key and a self-signed certificate for this machine, as PEM; valid from yesterday until tomorrow. */
export function makeCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(utc(new Date(now - DAY_MS)), utc(new Date(now + DAY_MS))),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(IS_AUTHORITY, FOR_LOCALHOST)),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
