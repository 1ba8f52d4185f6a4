import {
  createCipheriv,
  createDecipheriv,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { type BackupKeys, type Recipient, rawOf, recipientOf } from './keys';

const MAGIC = Buffer.from('TLSEAL1\n');
const ID_BYTES = 8;
const KEY_BYTES = 32;
const HEAD_BYTES = MAGIC.length + ID_BYTES + KEY_BYTES;
const CHUNK = 65_536;
const TAG_BYTES = 16;
const IV_BYTES = 12;

/** A sealed file that was cut, changed or moved. */
export class BrokenSeal extends Error {}

/**
 * Encrypts a stream of any length to a key (decision 540): X25519 with a key pair of its own, then AES-256-GCM in chunks
 * of 64 KiB. Each chunk's nonce has its number and whether it is the last, so none can be dropped, repeated or swapped.
 * @param purpose binds the contents to their place: they don't open under another
 */
export async function* seal(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  recipient: Recipient,
  purpose: string,
): AsyncGenerator<Buffer> {
  const own = generateKeyPairSync('x25519');
  const raw = rawOf(own.publicKey);
  const key = fileKey(own.privateKey, recipient.publicKey, raw);
  yield Buffer.concat([MAGIC, Buffer.from(recipient.id, 'hex'), raw]);
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number++, isLast)).setAAD(Buffer.from(purpose));
    yield cipher.update(bytes);
    cipher.final();
    yield cipher.getAuthTag();
  }
}

/**
 * Opens what `seal` wrote; yields each chunk once it is authenticated.
 * @throws UnknownBackupKey, BrokenSeal
 */
export async function* open(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  keys: BackupKeys,
  purpose: string,
): AsyncGenerator<Buffer> {
  const head = await headOf(source);
  if (!head) throw new BrokenSeal('It is no sealed file, or only the beginning of one.');
  const { recipientId, raw, rest } = head;
  const { privateKey } = keys.find(recipientId);
  const key = fileKey(privateKey, recipientOf(raw).publicKey, raw);
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(rest, CHUNK + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number++, isLast), {
      authTagLength: TAG_BYTES,
    });
    try {
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = decipher.update(bytes.subarray(0, -TAG_BYTES));
      decipher.final();
      yield opened;
    } catch {
      throw new BrokenSeal('It was changed, cut or moved after it was encrypted.');
    }
  }
}

function fileKey(privateKey: KeyObject, publicKey: KeyObject, ephemeral: Buffer): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, ephemeral, 'tallyleaf sealed file', KEY_BYTES));
}

function nonce(number: number, isLast: boolean): Buffer {
  const iv = Buffer.alloc(IV_BYTES);
  iv.writeUIntBE(number, 4, 6);
  iv[IV_BYTES - 1] = isLast ? 1 : 0;
  return iv;
}

/** Cuts a stream into chunks of `size`; the last one may be shorter, also empty. */
async function* chunksOf(source: AsyncIterable<Buffer> | Iterable<Buffer>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    waiting.push(part);
    length += part.length;
    if (length <= size) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    // A full chunk waits until there is more: only then is it known not to be the last.
    for (; joined.length - at > size; at += size)
      yield { bytes: joined.subarray(at, at + size), isLast: false };
    waiting = [joined.subarray(at)];
    length = joined.length - at;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

async function headOf(source: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const parts = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await parts.next();
    if (done) return null;
    head = Buffer.concat([head, value]);
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  async function* rest(): AsyncGenerator<Buffer> {
    yield head.subarray(HEAD_BYTES);
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
  }
  const recipientId = head.subarray(MAGIC.length, MAGIC.length + ID_BYTES).toString('hex');
  return { recipientId, raw: head.subarray(MAGIC.length + ID_BYTES, HEAD_BYTES), rest: rest() };
}
