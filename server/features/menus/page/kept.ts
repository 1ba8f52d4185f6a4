// Other features import this file.
import { createHmac, randomBytes } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import type { OpenLink } from '../public/link.sql';
import type { Shelf } from '../public/shelf';
import { NONCE } from './layout';
import { drawMenu, type PageQuery } from './menu-page';

/** Compressed bytes of pages that a process keeps. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A page as it is kept: only the nonce of its script is put in each time. */
export interface KeptPage {
  /** Of what is sent, less the nonce. */
  tag: string;
  /** The page before the nonce, and what is after it; without a script nothing is. */
  plain: [Buffer, Buffer];
  /** The same as raw deflate blocks, the first of which ends on a byte. */
  packed: [Buffer, Buffer];
  /** Checksum and length of what is before the nonce. */
  crc: number;
}

const kept = new Map<string, KeptPage>();
let bytes = 0;

const sizeOf = ({ plain, packed }: KeptPage) =>
  plain[0].length + plain[1].length + packed[0].length + packed[1].length;

/** A page of a menu, drawn once for all who ask for it. @param base its path */
export function pageOfMenu(link: OpenLink, shelf: Shelf, query: PageQuery, base: string): KeptPage {
  const { category = '', brand = '', page, view, theme, search } = query;
  const draw = () => keepable(drawMenu(link, shelf, query, base), link.token_sealed);
  if (search !== undefined) return draw();
  const key = [link.link_id, link.version, shelf.reading, category, brand, page, view, theme ?? ''].join(
    '\n',
  );
  const known = kept.get(key);
  if (known) {
    // Used last: it is dropped last.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const drawn = draw();
  kept.set(key, drawn);
  bytes += sizeOf(drawn);
  for (const [oldest, one] of kept) {
    if (bytes <= MOST_BYTES) break;
    kept.delete(oldest);
    bytes -= sizeOf(one);
  }
  return drawn;
}

/** @param key of the tag: another for each link, so that equal pages of two links don't show that they are equal */
export function keepable(text: string, key: string): KeptPage {
  const [before = '', after = ''] = text.split(NONCE);
  const plain: [Buffer, Buffer] = [Buffer.from(before), Buffer.from(after)];
  const tag = createHmac('sha256', key)
    .update(plain[0])
    .update('\0')
    .update(plain[1])
    .digest('base64url')
    .slice(0, 22);
  // `finishFlush: 2` is Z_SYNC_FLUSH: the block ends on a byte, and what follows stands by itself.
  const packed: [Buffer, Buffer] = [deflateRawSync(plain[0], { finishFlush: 2 }), deflateRawSync(plain[1])];
  return { tag, plain, packed, crc: crc32(plain[0]) };
}

export const newNonce = (): string => randomBytes(16).toString('base64');

/** The page with a nonce. */
export const plainOf = ({ plain: [before, after] }: KeptPage, nonce: string): Buffer =>
  Buffer.concat([before, Buffer.from(after.length > 0 ? nonce : ''), after]);

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The same as gzip: the nonce is a stored block between the two that were compressed before. */
export function gzipOf({ plain, packed, crc }: KeptPage, nonce: string): Buffer {
  const middle = Buffer.from(plain[1].length > 0 ? nonce : '');
  const block = Buffer.alloc(5);
  block.writeUInt16LE(middle.length, 1);
  block.writeUInt16LE(middle.length ^ 0xffff, 3);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(plain[1], crc32(middle, crc)), 0);
  end.writeUInt32LE(plain[0].length + middle.length + plain[1].length, 4);
  return Buffer.concat([GZIP_HEAD, packed[0], block, middle, packed[1], end]);
}
