import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readBankHead } from '../../features/billing/bank/reading/uploaded';
import { readUploadedHead } from '../../features/imports/lines/read-file';
import { ImportKind } from '../../features/imports/schema';
import { readStoredCertificate } from '../../features/lots/coa/reading';
import { newId } from '../../kernel/ids';
import type { Context, Upload } from '../../operation/context';
import { encodeImage } from '../../platform/images/encode';
import { storeImage } from '../../platform/images/store';
import { discard, notePending, takeOver } from '../../platform/storage/pending';
import { CsvCheck } from './csv-check';
import { ImageCheck, notAnImage } from './image-check';
import { readForm } from './multipart';
import type { RestOperation } from './operations';
import { PdfCheck } from './pdf';
import { SealedFile } from './sealed-file';

export interface UploadBody {
  /** The text fields. */
  value: Record<string, unknown>;
  /** Equal for two uploads with the same content. */
  essence: unknown;
  /** Null when the body had no file. */
  upload: Upload | null;
}

const IMAGE = {
  check: () => new ImageCheck(),
  contentType: 'application/octet-stream',
  unnamed: 'image',
};
/** Checks a file of each kind while it streams, and its storage. */
const FILES = {
  pdf: { check: () => new PdfCheck(), contentType: 'application/pdf', unnamed: 'certificate.pdf' },
  image: IMAGE,
  logo: IMAGE,
  csv: { check: () => new CsvCheck(), contentType: 'text/csv', unnamed: 'import.csv' },
  statement: {
    check: () => new SealedFile(),
    contentType: 'application/octet-stream',
    unnamed: 'statement.csv',
  },
};
const NAME_LIMIT = 255;

/**
 * Reads a multipart body and stores its file while it arrives: only a few chunks are in memory at a time, and no
 * transaction waits for it.
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function readUpload(
  req: IncomingMessage,
  operation: RestOperation,
  { db, storage, log, actor, cipher }: Context,
): Promise<UploadBody> {
  const kind = operation.body === 'json' ? 'pdf' : operation.body;
  const { check, contentType, unnamed } = FILES[kind];
  const names = Object.keys(operation.input.shape).filter((name) => !operation.pathParams.includes(name));
  const key = newKey(kind);
  const arrived: { upload: Upload | null; csv: CsvCheck | null; sealed: SealedFile | null } = {
    ...{ upload: null, csv: null, sealed: null },
  };
  const release = () =>
    discard(db, storage, key).catch((error) => {
      log.warn({ err: error, key }, 'an upload was not removed; the next purge does it');
    });
  try {
    const value = await readForm(req, names, async (contents, sentName, signal) => {
      const file = check();
      // The first failure is the cause; an error of the storage is only its consequence.
      const failed = new Promise<never>((_, reject) => file.once('error', reject));
      signal.addEventListener('abort', () => file.destroy(signal.reason), { once: true });
      contents.pipe(file);
      const stored = notePending(db, key).then(() =>
        storage.write(key, file instanceof SealedFile ? file.sealedBy(cipher) : file, { contentType }),
      );
      await Promise.race([failed, stored]).catch(async (error) => {
        await Promise.allSettled([stored]);
        throw error;
      });
      const { received: size, sha256 } = file;
      const fileName = fileNameOf(sentName, unnamed);
      if (file instanceof CsvCheck) arrived.csv = file;
      if (file instanceof SealedFile) arrived.sealed = file;
      arrived.upload = {
        key,
        fileName,
        size,
        sha256,
        takeOver: (tx) => takeOver(tx, key),
        release,
      };
    });
    const { upload, csv, sealed } = arrived;
    if (upload && actor && sealed) {
      upload.statement = await readBankHead(actor.entity.id, sealed.contents, value.format);
    }
    if (upload && actor && csv) {
      const { head, lines, isWorkbook } = csv;
      const bytesOf = async () => (isWorkbook ? buffer(await storage.read(key)) : head);
      const isWhole = isWorkbook || upload.size <= head.length;
      const asked = ImportKind.safeParse(value.kind).data ?? 'inventory';
      upload.text = {
        head: await readUploadedHead(bytesOf, { isWhole, kind: asked }, actor.entity.id),
        lines,
      };
    }
    if (upload && actor && kind === 'pdf') {
      upload.contents = await readStoredCertificate({ db, storage }, key, actor.entity.id).catch((error) => {
        log.warn({ err: error, key }, 'PDF not read; stored all the same');
        return { state: 'waiting' as const };
      });
    }
    if (upload && actor && kind === 'image') {
      const image = await storeImage({ db, storage }, key, actor.entity.id);
      await release();
      if (!image) throw notAnImage();
      Object.assign(upload, { image: image.files, takeOver: image.takeOver, release: image.release });
    }
    if (upload && actor && kind === 'logo') {
      const read = async () => buffer(await storage.read(key));
      const entityId = actor.entity.id;
      const image = await encodeImage({ read, entityId, origin: 'upload', sizes: ['logo'] });
      await release();
      if (!image) throw notAnImage();
      upload.logo = image.logo;
    }
    return { value, upload, essence: essenceOf(value, upload) };
  } catch (error) {
    await release();
    throw error;
  }
}

function newKey(ending: string): string {
  const [year, month] = new Date().toISOString().split('-');
  return `${year}/${month}/${newId()}.${ending}`;
}

/** Fingerprints an upload for idempotency; the boundary between parts is excluded. */
function essenceOf(value: Record<string, string>, upload: Upload | null): unknown {
  return [value, upload && [upload.fileName, upload.size, upload.sha256]];
}

/** Returns the name without path, control or direction characters, at most 255 characters; the extension stays. */
function fileNameOf(sent: string | undefined, unnamed: string): string {
  const name = (sent ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^.*[/\\]/, '')
    .trim();
  if (name === '' || /^\.+$/.test(name)) return unnamed;
  if (name.length <= NAME_LIMIT) return name;
  const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, NAME_LIMIT - ending.length).replace(/[\uD800-\uDBFF]$/, '')}${ending}`;
}
