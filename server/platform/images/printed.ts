import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../kernel/storage';
import { FairQueue } from '../rate-limit/fair-queue';
import { framed, unframed } from './frames';
import { runImageProgram } from './image-process';

export const PRINTED_TYPE = 'image/jpeg';

/** In lines of its own: what is printed delays no upload. */
const turns = new FairQueue({ perKey: 1, total: 1, waiting: 200, waitMs: 30_000 });
/** Small pictures that one process converts: more would make a PDF that no one downloads. */
export const MOST_CONVERTED = 600;
const MOST_BYTES = 16 * 1024 * 1024;

/** The build has the program beside the server's. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './print-program.ts' : './print-program.js',
  import.meta.url,
);

/** Pictures as they were converted, by their keys in the storage, whose contents never change; those used last stay. */
const kept = new Map<string, Buffer>();
let bytes = 0;

function keep(key: string, picture: Buffer): void {
  bytes += picture.length - (kept.get(key)?.length ?? 0);
  kept.delete(key);
  kept.set(key, picture);
  for (const [oldest, one] of kept) {
    if (bytes <= MOST_BYTES || oldest === key) return;
    kept.delete(oldest);
    bytes -= one.length;
  }
}

/**
 * Small pictures of ours as JPEG on white: PDF knows no WebP, nor do many mail programs. What can't be read is left out.
 * @param files their keys in the storage
 * @throws AppError SERVICE_UNAVAILABLE when too many wait
 */
export async function printedPictures(
  storage: Storage,
  files: readonly string[],
  entityId: string,
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = [...new Set(files)].slice(0, MOST_CONVERTED);
  const found = new Map(
    wanted.flatMap((key) => {
      const picture = kept.get(key);
      return picture ? [[key, picture] as const] : [];
    }),
  );
  const missing = wanted.filter((key) => !found.has(key));
  if (missing.length === 0) return found;
  await turns.run(entityId, async () => {
    const sources: Array<readonly [string, Buffer]> = [];
    for (const key of missing) {
      const source = await read(storage, key);
      if (source) sources.push([key, source]);
    }
    const input = framed(sources.map(([, source]) => source));
    const output = sources.length > 0 ? await runImageProgram(PROGRAM, [], input) : null;
    const pictures = (output && unframed(output)) ?? [];
    for (const [index, picture] of pictures.entries()) {
      const key = sources[index]?.[0];
      if (key === undefined || picture.length === 0) continue;
      keep(key, picture);
      found.set(key, picture);
    }
  });
  return found;
}

const read = async (storage: Storage, key: string): Promise<Buffer | null> => {
  try {
    return await buffer(await storage.read(key));
  } catch {
    return null;
  }
};
