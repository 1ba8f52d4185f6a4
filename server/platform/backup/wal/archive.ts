import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type BackupKeys, type Recipient, rawOf, recipientOf } from '../keys';
import { open, seal } from '../sealed';

const MAGIC = Buffer.from('TLWAL01\n');
const DIGEST_BYTES = 32;
const HEAD_BYTES = MAGIC.length + DIGEST_BYTES;
/** Segments, their parts and labels of backups, and the histories of timelines. */
const NAME = /^[0-9A-F]{8}(?:[0-9A-F]{16}(?:\.partial|\.[0-9A-F]{8}\.backup)?|\.history)$/;
/** An exit code above 125 ends a recovery, which would otherwise take a damaged segment for the end of the log. */
export const DAMAGED = 200;

/** Where the write-ahead log of a cluster goes, and to whom it is encrypted. */
export interface WalPlace {
  folder: string;
  /** System identifier of the cluster: a segment opens for no other. */
  cluster: string;
  recipient: Recipient;
}

export function configOf({ folder, cluster, recipient }: WalPlace): string {
  return JSON.stringify({ folder, cluster, key: rawOf(recipient.publicKey).toString('base64') });
}

export function readConfig(path: string): WalPlace {
  const { folder, cluster, key } = JSON.parse(readFileSync(path, 'utf8'));
  return { folder, cluster, recipient: recipientOf(Buffer.from(key, 'base64')) };
}

/**
 * Stores a segment: complete and on the disk, or not at all. PostgreSQL repeats it after a crash, so a segment that is
 * there already with the same contents is fine; another one of its name is never overwritten.
 * @throws Error
 */
export async function archive(
  { folder, cluster, recipient }: WalPlace,
  name: string,
  contents: Buffer,
): Promise<void> {
  if (!NAME.test(name)) throw new Error('this is no file of the write-ahead log');
  const digest = createHash('sha256').update(contents).digest();
  const parts: Buffer[] = [MAGIC, digest];
  // Most of a segment that was ended early is zeros, and level 1 is a third of the time of the default.
  const packed = gzipSync(contents, { level: 1 });
  for await (const part of seal([packed], recipient, purposeOf(cluster, name, digest))) parts.push(part);
  const [target, draft] = [join(folder, name), join(folder, `.${name}.new`)];
  write(draft, Buffer.concat(parts));
  try {
    linkSync(draft, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!digestOf(readFileSync(target)).equals(digest)) {
      throw new Error(`${target} is there with other contents. Another database archives to this folder.`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  sync(folder);
}

/** Reads a segment back. @returns false when there is none @throws UnknownBackupKey, BrokenSeal, Error */
export async function fetch(place: WalPlace, name: string, to: string, keys: BackupKeys): Promise<boolean> {
  let stored: Buffer;
  try {
    stored = readFileSync(join(place.folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const digest = digestOf(stored);
  const parts: Buffer[] = [];
  const purpose = purposeOf(place.cluster, name, digest);
  for await (const part of open([stored.subarray(HEAD_BYTES)], keys, purpose)) parts.push(part);
  const contents = gunzipSync(Buffer.concat(parts));
  if (!createHash('sha256').update(contents).digest().equals(digest)) throw new Error('its digest differs');
  await writeFile(to, contents);
  return true;
}

const purposeOf = (cluster: string, name: string, digest: Buffer) =>
  `wal/${cluster}/${name}/${digest.toString('hex')}`;

function digestOf(stored: Buffer): Buffer {
  if (!stored.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('it is no archived segment');
  return stored.subarray(MAGIC.length, HEAD_BYTES);
}

function write(path: string, contents: Buffer): void {
  const file = openSync(path, 'w', 0o600);
  try {
    for (let at = 0; at < contents.length; ) at += writeSync(file, contents, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function sync(folder: string): void {
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
