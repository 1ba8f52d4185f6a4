import { FairQueue } from '../rate-limit/fair-queue';
import { runImageProgram } from './image-process';
import type { ImageOrigin, SizeName } from './sizes';

/** How long one waits for its turn. */
const WAIT_MS = 15_000;
const WORKING = 2;
const WAITING = 50;

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

async function runProgram<N extends SizeName>(
  contents: Buffer,
  origin: ImageOrigin,
  sizes: readonly N[],
): Promise<Record<N, Buffer> | null> {
  const output = await runImageProgram(PROGRAM, [origin, ...sizes], contents);
  return output && split(output, sizes);
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
