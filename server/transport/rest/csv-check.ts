import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { isOle2, isWorkbook } from '../../features/imports/file/signature';
import { invalidRequest } from '../../kernel/errors';
import { utf16Of } from '../../kernel/text-encoding';

const HEAD_BYTES = 64 * 1024;
/** By which a file's form is known; a shorter file by all of it. */
const FORM_BYTES = 4096;
const LF = 10;
const CR = 13;
/** Control characters that text does not contain: all except tab, line feed and carriage return. */
const CONTROL = new Set(
  Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => ![9, 10, 13].includes(byte)),
);
/** The stream of an encrypted workbook, as its directory names it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

type Form = 'text' | 'utf16' | 'workbook' | 'ole2';

/**
 * Passes a file through while checking that it is text or an Excel workbook, not an image; the import validates the content.
 * Any other file ends the stream with an AppError as early as possible.
 */
export class CsvCheck extends Transform {
  /** Bytes so far. */
  received = 0;
  #form: Form | undefined;
  #lineFeeds = 0;
  #returns = 0;
  #encrypted = false;
  #tail: Buffer = Buffer.alloc(0);
  #head: Buffer[] = [];
  #headBytes = 0;
  readonly #hash = createHash('sha256');

  /** SHA-256 of the file in hex, once it has ended. */
  sha256 = '';

  /** Its first 64 KiB at most. */
  get head(): Buffer {
    return Buffer.concat(this.#head).subarray(0, HEAD_BYTES);
  }

  /** Line ends so far; of a workbook none. */
  get lines(): number {
    return this.#lineFeeds || this.#returns;
  }

  get isWorkbook(): boolean {
    return this.#form === 'workbook';
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.received += chunk.length;
    this.#hash.update(chunk);
    if (this.#headBytes < HEAD_BYTES) {
      this.#head.push(Buffer.from(chunk));
      this.#headBytes += chunk.length;
    }
    // Until its form is known, a file is scanned from its beginning at once.
    if (this.#form) done(this.#scan(chunk), chunk);
    else done(this.received < FORM_BYTES ? null : this.#scanHead(), chunk);
  }

  override _flush(done: TransformCallback): void {
    this.sha256 = this.#hash.digest('hex');
    const found = this.#form ? null : this.#scanHead();
    if (this.received === 0) done(fault('is empty'));
    else done(found ?? (this.#form === 'ole2' ? this.#oldFormat() : null));
  }

  #scanHead(): Error | null {
    const all = Buffer.concat(this.#head);
    if (isWorkbook(all)) this.#form = 'workbook';
    else if (isOle2(all)) this.#form = 'ole2';
    else this.#form = utf16Of(all) ? 'utf16' : 'text';
    return this.#scan(all);
  }

  #scan(chunk: Buffer): Error | null {
    if (this.#form === 'workbook') return null;
    if (this.#form === 'ole2') {
      const joined = Buffer.concat([this.#tail, chunk]);
      this.#encrypted ||= joined.includes(ENCRYPTED);
      this.#tail = joined.subarray(-ENCRYPTED.length);
      return null;
    }
    for (const byte of chunk) {
      if (byte >= 32) continue;
      if (byte === LF) this.#lineFeeds += 1;
      else if (byte === CR) this.#returns += 1;
      else if (this.#form === 'text' && CONTROL.has(byte)) return notText(this.lines + 1);
    }
    return null;
  }

  #oldFormat() {
    return fault(
      this.#encrypted
        ? 'is a workbook with a password. Open it, remove the password, and save it again'
        : 'is an Excel workbook of the old format (.xls). Open it and save it as an Excel workbook (.xlsx) or as CSV',
    );
  }
}

function notText(line: number) {
  return fault(
    `must be CSV as text in UTF-8, UTF-16 or Windows-1252, or an Excel workbook (.xlsx); line ${line} has characters that no text has`,
  );
}

function fault(message: string) {
  return invalidRequest([{ path: 'file', code: 'invalid_file', message }]);
}
