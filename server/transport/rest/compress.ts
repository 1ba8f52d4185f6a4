import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Coding = 'br' | 'gzip';

/** Below this size, compression saves no packet. */
const MIN_BYTES = 1024;
const QUALITY = 4;

const packers: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body),
};

/** Compresses text above 1 KiB with a coding that the client accepts; null to send it uncompressed. */
export async function compress(
  text: string | Buffer,
  acceptEncoding: string | undefined,
): Promise<{ coding: Coding; body: Buffer } | null> {
  const coding = acceptEncoding && Buffer.byteLength(text) > MIN_BYTES ? codingFor(acceptEncoding) : null;
  return coding
    ? { coding, body: await packers[coding](typeof text === 'string' ? Buffer.from(text) : text) }
    : null;
}

/** Picks the coding that Accept-Encoding prefers, brotli among equals (RFC 9110, 12.5.3); null for none. */
export function codingFor(acceptEncoding: string | undefined): Coding | null {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, q === undefined ? 1 : Number(q) || 0] as const;
    }),
  );
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const least = Math.max(weights.get('identity') ?? 0, Number.MIN_VALUE);
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  return weightOf(best) >= least ? best : null;
}
