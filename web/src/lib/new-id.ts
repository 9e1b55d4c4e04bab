const HEX = 16;
/** RFC 9562: the version and the variant of a random UUID, each in the upper bits of a byte. */
const VERSION = { at: 6, mask: 0x0f, bits: 0x40 };
const VARIANT = { at: 8, mask: 0x3f, bits: 0x80 };

/** A random UUID. `crypto.randomUUID` is missing on pages without https, as on a server in a home network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (const { at, mask, bits } of [VERSION, VARIANT]) bytes[at] = ((bytes[at] ?? 0) & mask) | bits;
  const hex = [...bytes].map((byte) => byte.toString(HEX).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
