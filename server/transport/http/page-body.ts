import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import { codingFor } from '../rest/compress';

/** Smaller and faster than gzip at its default; higher qualities take twice as long for a twentieth less. */
const BROTLI_QUALITY = 3;
/** 256 KiB, more than a page has; the default allocates 4 MiB. */
const BROTLI_WINDOW = 18;
const GZIP_LEVEL = 4;

const packers = {
  br: () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      },
    }),
  gzip: () => createGzip({ level: GZIP_LEVEL }),
};

const COMPRESSIBLE = /^(?:text\/|application\/json)/;

type Chunk = string | Uint8Array;

/**
 * Sends together, and compresses, what is written in one turn of the event loop. React hands over a page in pieces of two
 * kilobytes: Next would flush the compressor after each, which takes longer than compressing, and each would be a system call.
 */
export function gatherBody(req: IncomingMessage, res: ServerResponse): void {
  const coding = req.method === 'HEAD' ? null : codingFor(req.headers['accept-encoding']);
  // Next compresses for those who ask.
  delete req.headers['accept-encoding'];
  const { write, end, writeHead } = res;
  let packer: BrotliCompress | Gzip | null = null;
  let pieces: Buffer[] = [];
  let waiting = false;
  let ended = false;
  let isEmpty = false;

  res.writeHead = (...args: unknown[]) => {
    const type = String(res.getHeader('Content-Type') ?? '');
    if (coding && !isEmpty && COMPRESSIBLE.test(type) && !res.hasHeader('Content-Encoding')) {
      packer = packers[coding]();
      packer.on('data', (data) => Reflect.apply(write, res, [data]));
      packer.on('end', () => Reflect.apply(end, res, []));
      res.once('close', () => packer?.destroy());
      res.setHeader('Content-Encoding', coding);
      res.removeHeader('Content-Length');
    }
    return Reflect.apply(writeHead, res, args);
  };
  const keep = (chunk: unknown, encoding: unknown) => {
    if (!isBody(chunk)) return;
    pieces.push(bufferOf(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
  };
  const take = () => {
    const gathered = Buffer.concat(pieces);
    pieces = [];
    return gathered;
  };
  const sendTurn = () => {
    waiting = false;
    if (ended || res.destroyed) return;
    if (packer) {
      packer.write(take());
      packer.flush();
    } else Reflect.apply(write, res, [take()]);
  };
  res.write = (chunk: Chunk, encoding?: unknown) => {
    if (!res.headersSent) res.writeHead(res.statusCode);
    keep(chunk, encoding);
    if (!waiting) {
      waiting = true;
      setImmediate(sendTurn);
    }
    // A page is in memory as a whole before it is slow to send: nothing is gained by waiting.
    return true;
  };
  res.end = (chunk?: unknown, encoding?: unknown) => {
    if (ended) return res;
    ended = true;
    // Without a body, which no coding makes of nothing, the length is known.
    isEmpty = !res.headersSent && pieces.length === 0 && !isBody(chunk);
    if (isEmpty) return Reflect.apply(end, res, []);
    if (!res.headersSent) res.writeHead(res.statusCode);
    keep(chunk, encoding);
    if (packer) packer.end(take());
    else Reflect.apply(end, res, pieces.length > 0 ? [take()] : []);
    return res;
  };
}

const isBody = (chunk: unknown): chunk is Chunk => typeof chunk === 'string' || chunk instanceof Uint8Array;

const bufferOf = (chunk: Chunk, encoding: BufferEncoding): Buffer =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, encoding)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
