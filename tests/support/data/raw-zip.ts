import { crc32, deflateRawSync } from 'node:zlib';

interface RawEntry {
  name: string;
  data?: Uint8Array;
  isDeflated?: boolean;
  /** What the archive says, if not the truth. */
  flags?: number;
  method?: number;
  size?: number;
  /** The type and rights of a file on Unix. */
  mode?: number;
  /** Another entry's local header, instead of one of its own. */
  sharesWith?: number;
}

/** A ZIP archive that says whatever it is told to: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function rawZip(entries: RawEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  const push = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  for (const entry of entries) {
    const {
      name,
      data = new Uint8Array(),
      isDeflated = false,
      flags = 0,
      mode = 0o100644,
      sharesWith,
    } = entry;
    const stored = isDeflated ? deflateRawSync(data) : Buffer.from(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(entry.method ?? (isDeflated ? 8 : 0), 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(stored.length, 14);
    fields.writeUInt32LE(entry.size ?? data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const offset = sharesWith === undefined ? at : (offsets[sharesWith] ?? 0);
    offsets.push(offset);
    if (sharesWith === undefined) {
      push(Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name)]));
      push(stored);
    }
    const more = Buffer.alloc(14);
    more.writeUInt32LE((mode << 16) >>> 0, 6);
    more.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, more, Buffer.from(name)]),
    );
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, directory, end]));
}
