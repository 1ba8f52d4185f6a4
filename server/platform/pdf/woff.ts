import { inflateSync } from 'node:zlib';

/** Of a WOFF file and of each of its tables (W3C, WOFF 1.0); the same of the font that is in it. */
const WOFF = { head: 44, entry: 20 };
const SFNT = { head: 12, entry: 16 };
const SIGNATURE = 0x774f4646;

/**
 * Unpacks a WOFF file to the TrueType font that is in it. fontkit would read it too, but inflates some tables of our fonts wrongly.
 * @throws Error for another kind of file
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== SIGNATURE) throw new Error('Not a WOFF file');
  const count = file.readUInt16BE(12);
  const head = Buffer.alloc(SFNT.head + count * SFNT.entry);
  file.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let place = head.length;
  for (let table = 0; table < count; table++) {
    const at = WOFF.head + table * WOFF.entry;
    const [offset, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    const stored = file.subarray(offset, offset + packed);
    const contents = packed < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
    const entry = SFNT.head + table * SFNT.entry;
    file.copy(head, entry, at, at + 4);
    file.copy(head, entry + 4, at + 16, at + 20);
    head.writeUInt32BE(place, entry + 8);
    head.writeUInt32BE(length, entry + 12);
    const padding = Buffer.alloc(-length & 3);
    parts.push(contents, padding);
    place += length + padding.length;
  }
  return Buffer.concat(parts);
}
