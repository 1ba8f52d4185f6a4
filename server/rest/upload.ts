import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';
import { discard, notePending, takeOver } from '../storage/pending';
import type { Context, Upload } from '../trpc/context';
import { readForm } from './multipart';
import type { RestOperation } from './operations';
import { PdfCheck } from './pdf';

export interface UploadBody {
  /** The text fields. */
  value: Record<string, unknown>;
  /** Stands for the body where two requests are compared. */
  bytes: Buffer;
  /** Null when the body had no file. */
  upload: Upload | null;
}

const PDF = 'application/pdf';
const NAME_LIMIT = 255;

/**
 * Reads a multipart body with a PDF, which is stored while it arrives: no more of it than a few chunks is ever in
 * memory, and no transaction waits for it.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function readUpload(
  req: IncomingMessage,
  operation: RestOperation,
  { db, storage, log }: Context,
): Promise<UploadBody> {
  const names = Object.keys(operation.input.shape).filter((name) => !operation.pathParams.includes(name));
  const key = newKey();
  const arrived: { upload: Upload | null } = { upload: null };
  const release = () =>
    discard(db, storage, key).catch((error) => {
      log.warn({ err: error, key }, 'an upload was not removed; the next purge does it');
    });
  try {
    const value = await readForm(req, names, async (contents, sentName, signal) => {
      const pdf = new PdfCheck();
      // The first failure is the one to tell: what the storage makes of it comes after.
      const failed = new Promise<never>((_, reject) => pdf.once('error', reject));
      signal.addEventListener('abort', () => pdf.destroy(signal.reason), { once: true });
      contents.pipe(pdf);
      const stored = notePending(db, key).then(() => storage.write(key, pdf, { contentType: PDF }));
      await Promise.race([failed, stored]).catch(async (error) => {
        await Promise.allSettled([stored]);
        throw error;
      });
      const { received: size, sha256 } = pdf;
      const fileName = fileNameOf(sentName);
      arrived.upload = { key, fileName, size, sha256, takeOver: (tx) => takeOver(tx, key), release };
    });
    const { upload } = arrived;
    return { value, upload, bytes: Buffer.from(JSON.stringify(essence(value, upload))) };
  } catch (error) {
    await release();
    throw error;
  }
}

function newKey(): string {
  const [year, month] = new Date().toISOString().split('-');
  return `${year}/${month}/${v7()}.pdf`;
}

/** What two uploads must share to count as the same request; the boundary between parts is no part of it. */
function essence(value: Record<string, string>, upload: Upload | null): unknown {
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return [fields, upload && [upload.fileName, upload.size, upload.sha256]];
}

/** The name without path, control or direction characters, at most 255 characters; the ending stays. */
function fileNameOf(sent: string | undefined): string {
  const name = (sent ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (name === '' || /^\.+$/.test(name)) return 'certificate.pdf';
  if (name.length <= NAME_LIMIT) return name;
  const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, NAME_LIMIT - ending.length).replace(/[\uD800-\uDBFF]$/, '')}${ending}`;
}
