import { decodeWindows1252 } from './windows-1252';

const strict = new TextDecoder('utf-8', { fatal: true });

/** Decodes a line: UTF-8 if it is valid, else Windows-1252, which any bytes are. */
export function decode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

type Wide = 'utf-16le' | 'utf-16be';
/** Of what is looked at for the zeros of UTF-16 without a mark. */
const LOOKED_AT = 4096;

/**
 * Which UTF-16 a file is in, by its byte order mark or, without one, by the zeros that every second byte of digits, Latin letters
 * and separators is; null for other text.
 */
export function utf16Of(bytes: Uint8Array): Wide | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const pairs = Math.min(bytes.length, LOOKED_AT) >> 1;
  const zeros = [0, 0];
  for (let i = 0; i < pairs * 2; i++) if (bytes[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs / 5 && even < odd / 10) return 'utf-16le';
  if (even > pairs / 5 && odd < even / 10) return 'utf-16be';
  return null;
}

/** A file's bytes as UTF-8 where they were UTF-16, else as they are; without a mark at its beginning. */
export function asBytes(contents: Uint8Array): Buffer {
  const wide = utf16Of(contents);
  const bytes = wide ? Buffer.from(new TextDecoder(wide).decode(contents)) : bufferOf(contents);
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length);
