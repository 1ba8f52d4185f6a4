import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FairQueue } from '../rate-limit/fair-queue';
import type { ImageOrigin, SizeName } from './sizes';

/** How long an image may be worked on, with the start of the process, and how long one waits for its turn. */
const WORK_MS = 15_000;
const WAIT_MS = 15_000;
const WORKING = 2;
const WAITING = 50;
/** Far more than a WebP of the largest size has. */
const MAX_OUTPUT = 16 * 1024 * 1024;

const queue = (total: number) => new FairQueue({ perKey: 1, total, waiting: WAITING, waitMs: WAIT_MS });
/** Images of other hosts take turns of their own: none of them delays an upload. */
const turns: Record<ImageOrigin, FairQueue> = { upload: queue(WORKING), host: queue(1) };

/** The build has the program beside the server's. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './program.ts' : './image-program.js',
  import.meta.url,
);

interface Work<N extends SizeName> {
  /** Gets the file once it is its turn. */
  read: () => Promise<Buffer>;
  /** In whose turn. */
  entityId: string;
  origin: ImageOrigin;
  sizes: readonly N[];
}

/**
 * Re-encodes an image as WebP in a process of its own, one at a time per entity: no request waits for it, and a decoder
 * that fails takes nothing along.
 * @returns null for a file that isn't an image of the origin's formats, has too many pixels, or takes too long
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export function encodeImage<N extends SizeName>({
  read,
  entityId,
  origin,
  sizes,
}: Work<N>): Promise<Record<N, Buffer> | null> {
  return turns[origin].run(entityId, async () => runProgram(await read(), origin, sizes));
}

function runProgram<N extends SizeName>(
  contents: Buffer,
  origin: ImageOrigin,
  sizes: readonly N[],
): Promise<Record<N, Buffer> | null> {
  const program = fileURLToPath(PROGRAM);
  // From the sources, tsx has to be registered first.
  const options = program.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...options, '--max-old-space-size=256', program, origin, ...sizes], {
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let received = 0;
    const settle = (image: Record<N, Buffer> | null) => {
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
    child.once('close', (code) => settle(code === 0 ? split(Buffer.concat(parts), sizes) : null));
    // A program that ended early has told so by its exit code.
    child.stdin.on('error', () => {});
    child.stdin.end(contents);
  });
}

/** Reads what the program wrote: the lengths of the images, then each image. */
function split<N extends SizeName>(output: Buffer, sizes: readonly N[]): Record<N, Buffer> | null {
  let from = 4 * sizes.length;
  if (output.length < from) return null;
  const images = sizes.map((name, index) => {
    const image = output.subarray(from, from + output.readUInt32BE(4 * index));
    from += image.length;
    return [name, image] as const;
  });
  const whole = from === output.length && images.every(([, { length }]) => length > 0);
  return whole ? (Object.fromEntries(images) as Record<N, Buffer>) : null;
}
