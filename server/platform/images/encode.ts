import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FairQueue } from '../rate-limit/fair-queue';
import { SIZES } from './sizes';

/** How long an image may be worked on, with the start of the process, and how long one waits for its turn. */
const WORK_MS = 15_000;
const WAIT_MS = 15_000;
const WORKING = 2;
const WAITING = 50;
/** Far more than a WebP of the largest size has. */
const MAX_OUTPUT = 16 * 1024 * 1024;

const turns = new FairQueue({ perKey: 1, total: WORKING, waiting: WAITING, waitMs: WAIT_MS });

/** The build has the program beside the server's. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './program.ts' : './image-program.js',
  import.meta.url,
);

/** An upload, re-encoded: the image of a page, and that of a row. */
export interface EncodedImage {
  full: Buffer;
  thumb: Buffer;
}

/**
 * Re-encodes an image as WebP in a process of its own, one at a time per entity: no request waits for it, and a decoder
 * that fails takes nothing along.
 * @param read gets the file once it is its turn
 * @returns null for a file that isn't a JPEG, PNG or WebP image, has too many pixels, or takes too long
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export function encodeImage(read: () => Promise<Buffer>, entityId: string): Promise<EncodedImage | null> {
  return turns.run(entityId, async () => runProgram(await read()));
}

function runProgram(contents: Buffer): Promise<EncodedImage | null> {
  const program = fileURLToPath(PROGRAM);
  // From the sources, tsx has to be registered first.
  const options = program.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...options, '--max-old-space-size=256', program], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let received = 0;
    const settle = (image: EncodedImage | null) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      resolve(image);
    };
    const limit = setTimeout(() => settle(null), WORK_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_OUTPUT) settle(null);
      else parts.push(chunk);
    });
    child.once('error', () => settle(null));
    child.once('close', (code) => settle(code === 0 ? split(Buffer.concat(parts)) : null));
    // A program that ended early has told so by its exit code.
    child.stdin.on('error', () => {});
    child.stdin.end(contents);
  });
}

function split(output: Buffer): EncodedImage | null {
  const head = 4 * SIZES.length;
  if (output.length < head) return null;
  const length = output.readUInt32BE(0);
  const [full, thumb] = [output.subarray(head, head + length), output.subarray(head + length)];
  return length > 0 && thumb.length === output.readUInt32BE(4) ? { full, thumb } : null;
}
