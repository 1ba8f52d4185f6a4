import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
/** Precedes a compressed text; JSON never begins with it. */
const COMPRESSED = 0;
/** Characters below which compressing saves nothing. */
const SMALL = 200;
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses the JSON of a response. */
export async function packed(json: string): Promise<Buffer> {
  if (json.length < SMALL) return Buffer.from(json);
  return Buffer.concat([Buffer.of(COMPRESSED), await compress(json, OPTIONS)]);
}

/** Reads what `packed` made. */
export function unpacked(bytes: Buffer): string {
  return (bytes[0] === COMPRESSED ? brotliDecompressSync(bytes.subarray(1)) : bytes).toString();
}
