import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { CHECKSUMS, LIST_MAC } from './checksums';
import type { BackupKey } from './keys';
import { MANIFEST } from './manifest';
import { seal } from './sealed';

const NEWLINE = 10;

/** The key of an encrypted backup, and the id to which its files are bound. */
interface DraftEncryption {
  key: BackupKey;
  id: string;
}

/**
 * Writes a backup to a new folder, which gets its name once it is complete.
 * @param work writes the files, and returns the manifest
 * @returns the manifest; a failure leaves no folder
 */
export async function drafted<Manifest extends object>(
  folder: string,
  encryption: DraftEncryption | undefined,
  work: (draft: Draft) => Promise<Manifest>,
): Promise<Manifest> {
  const draft = new Draft(`${folder}.partial-${process.pid}`, encryption);
  await draft.open();
  try {
    const manifest = await work(draft);
    await draft.finish(manifest);
    await rename(draft.folder, folder);
    return manifest;
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true });
    throw error;
  }
}

/** A backup that is being written: readable by its owner alone, with the checksum of each file. */
export class Draft {
  /** @param encryption without it, files stay plain */
  constructor(
    readonly folder: string,
    readonly encryption?: DraftEncryption | undefined,
  ) {}

  async open(): Promise<void> {
    await mkdir(this.folder, { mode: 0o700 });
  }

  /** Compresses rows in COPY's text format. @returns their number */
  async writeRows(path: string, rows: Readable): Promise<number> {
    let count = 0;
    const counted = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
        yield chunk;
      }
    };
    await this.write(path, Readable.from(counted(rows), { objectMode: false }), createGzip());
    // The driver leaves its socket paused when the last rows filled the stream; reading resumes it.
    rows._read(0);
    return count;
  }

  async write(path: string, contents: Readable, gzip?: Gzip): Promise<void> {
    const { encryption } = this;
    const sealed = (source: AsyncIterable<Buffer>) =>
      encryption ? seal(source, encryption.key, `${encryption.id}/${path}`) : source;
    await this.#store(path, gzip ? [contents, gzip] : [contents], sealed);
  }

  /** Writes the manifest, which stays readable, and brings the list of checksums to the disk. */
  async finish(manifest: object): Promise<void> {
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await this.#store(MANIFEST, [Readable.from([Buffer.from(text)])], (source) => source);
    const path = join(this.folder, CHECKSUMS);
    const list = await open(path, 'r+');
    await list.sync();
    await list.close();
    if (!this.encryption) return;
    const mac = this.encryption.key.mac(await readFile(path)).toString('hex');
    await writeFile(join(this.folder, LIST_MAC), `${mac}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }

  async #store(
    path: string,
    streams: [Readable] | [Readable, Gzip],
    sealed: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
  ): Promise<void> {
    const target = join(this.folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    const hashed = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of sealed(source)) {
        hash.update(chunk);
        yield chunk;
      }
    };
    const file = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true });
    const [contents, gzip] = streams;
    await (gzip ? pipeline(contents, gzip, hashed, file) : pipeline(contents, hashed, file));
    await appendFile(join(this.folder, CHECKSUMS), `${hash.digest('hex')}  ${path}\n`, { mode: 0o600 });
  }
}
