import { createReadStream } from 'node:fs';

const BLOCK = 512;
/** The longest name of an entry: names are ours. */
const LONGEST = 100;

/** A file of an archive. */
export interface Entry {
  /** Below the archive's root, with `/`: letters, digits, `_`, `-` and `.`. */
  name: string;
  /** In bytes. */
  size: number;
  /** Where its contents are. */
  path: string;
}

/** Writes files as a POSIX archive (ustar), in their order. @throws Error for a name that isn't ours */
export async function* tarOf(entries: Iterable<Entry>): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    yield headerOf(entry);
    for await (const chunk of createReadStream(entry.path)) yield chunk as Buffer;
    const rest = entry.size % BLOCK;
    if (rest > 0) yield Buffer.alloc(BLOCK - rest);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf({ name, size }: Entry): Buffer {
  if (name.length > LONGEST || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name))
    throw new Error(`${name} is no name of an archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number, at: number) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  header.write(name, 0, 'ascii');
  octal(0o600, 8, 100);
  octal(0, 8, 108);
  octal(0, 8, 116);
  // Beyond 8 GiB the size is binary, as GNU's and POSIX' readers take it.
  if (size < 8 ** 11) octal(size, 12, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  octal(0, 12, 136);
  header.fill(' ', 148, 156);
  header.write('0', 156, 'ascii');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return header;
}
