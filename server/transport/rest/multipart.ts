import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { AppError, invalidRequest } from '../../kernel/errors';

/** Maximum sizes in bytes of a multipart body and of its file (decisions 18 and 77). */
export const UPLOAD_LIMIT = 11 * 1024 * 1024;
export const FILE_LIMIT = 10 * 1024 * 1024;
const FIELD_LIMIT = 4096;
/** Below the server's own limit, so that a slow client gets an error response. */
const WHOLE_MS = 55_000;
const STALL_MS = 15_000;

/** Receives the file; resolves when all of it is stored. `signal` ends it early. */
type OnFile = (contents: Readable, fileName: string | undefined, signal: AbortSignal) => Promise<void>;

/**
 * Reads a multipart/form-data body (RFC 7578): text fields, each at most once, and one file in the part `file`, which
 * is streamed. An empty field counts as absent. After an error the rest is read and dropped, so that the caller can
 * read the response.
 * @param names of the text fields
 * @throws AppError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST, or an error of `onFile`
 */
export async function readForm(
  req: IncomingMessage,
  names: readonly string[],
  onFile: OnFile,
): Promise<Record<string, string>> {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > UPLOAD_LIMIT) throw tooLarge('body', UPLOAD_LIMIT);
  if (declared === 0 && req.headers['transfer-encoding'] === undefined) return {};
  const form = openForm(req.headers['content-type'] ?? '', names.length);
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const ending = new AbortController();
    let storing: Promise<void> | null = null;
    let settled = false;
    let received = 0;

    const settle = () => {
      settled = true;
      clearInterval(watch);
    };
    const stop = (failure: unknown) => {
      if (settled) return;
      settle();
      req.resume();
      ending.abort(failure);
      // The parser is processing a chunk and cannot be detached now.
      setImmediate(() => form.destroy());
      // A file can only be removed once no writer uses it.
      Promise.allSettled([storing]).then(() => reject(failure));
    };
    const began = Date.now();
    let heard = began;
    const watch = setInterval(() => {
      const now = Date.now();
      // A paused body waits for us, so its client is not slow.
      if (req.isPaused()) heard = now;
      if (now - heard > STALL_MS || now - began > WHOLE_MS) stop(tooSlow());
    }, 500);

    form.on('field', (name: string | undefined, value: string | undefined, { valueTruncated }) => {
      if (settled) return;
      const failure = fieldFault(names, fields, name, value, valueTruncated);
      if (failure) stop(failure);
      else if (name && value) fields[name] = value;
    });
    form.on('file', (name: string | undefined, contents, { filename }) => {
      contents.on('error', () => {});
      if (settled) return;
      if (name !== 'file') {
        stop(fault(name ?? '', names.includes(name ?? '') ? 'wrong_type' : 'unknown_key'));
        return;
      }
      if (storing) {
        stop(fault('file', 'repeated'));
        return;
      }
      contents.once('limit', () => stop(tooLarge('file', FILE_LIMIT)));
      storing = onFile(contents, filename, ending.signal);
      storing.catch(stop);
    });
    form.once('filesLimit', () => stop(fault('', 'too_many_parts')));
    form.once('fieldsLimit', () => stop(fault('', 'too_many_parts')));
    form.once('partsLimit', () => stop(fault('', 'too_many_parts')));
    form.on('error', () => stop(fault('', 'invalid_multipart')));
    form.once('finish', () => {
      Promise.resolve(storing).then(() => {
        if (settled) return;
        settle();
        resolve(fields);
      }, stop);
    });

    req.on('data', (chunk: Buffer) => {
      heard = Date.now();
      received += chunk.length;
      if (received > UPLOAD_LIMIT) stop(tooLarge('body', UPLOAD_LIMIT));
      if (settled) return;
      // Not by pipe: an exception of the parser must end only this request.
      try {
        if (!form.write(chunk)) req.pause();
      } catch {
        stop(fault('', 'invalid_multipart'));
      }
    });
    form.on('drain', () => req.resume());
    req.once('end', () => {
      if (!settled) form.end();
    });
    req.once('error', () => stop(fault('', 'incomplete')));
    req.once('close', () => {
      if (!req.complete) stop(fault('', 'incomplete'));
    });
  });
}

function openForm(contentType: string, fieldCount: number): busboy.Busboy {
  if (!/^multipart\/form-data *(;|$)/i.test(contentType.trim())) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as multipart/form-data.');
  }
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: {
        // One more than allowed: the parser counts a file of exactly its limit as too large.
        fileSize: FILE_LIMIT + 1,
        fieldSize: FIELD_LIMIT + 1,
        // Allows one extra field and one extra file, so that the error can name them.
        files: 2,
        fields: fieldCount + 1,
        parts: fieldCount + 3,
      },
    });
  } catch {
    throw fault('', 'invalid_multipart');
  }
}

function fieldFault(
  names: readonly string[],
  fields: Readonly<Record<string, string>>,
  name: string | undefined,
  value: string | undefined,
  truncated: boolean,
): AppError | null {
  if (name === 'file') return fault('file', 'wrong_type');
  if (!name || !names.includes(name)) return fault(name ?? '', 'unknown_key');
  if (Object.hasOwn(fields, name)) return fault(name, 'repeated');
  if (truncated) return fault(name, 'too_long');
  // Bytes outside the charset decode to U+FFFD, an unknown charset to nothing.
  if (value === undefined || value.includes('\uFFFD')) return fault(name, 'invalid_text');
  return null;
}

const MESSAGES = {
  unknown_key: 'is not a known field',
  repeated: 'must not be repeated',
  too_many_parts: 'The body has too many parts.',
  too_long: 'is too long',
  invalid_text: 'must be text in UTF-8',
  wrong_type: 'is a file where a field belongs, or a field where the file belongs',
  invalid_multipart: 'The body is not valid multipart/form-data.',
  incomplete: 'The body ended early.',
};

function fault(name: string, code: keyof typeof MESSAGES): AppError {
  const path = name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 100);
  return invalidRequest([{ path, code, message: MESSAGES[code] }]);
}

function tooSlow(): AppError {
  return new AppError(
    'INVALID_REQUEST',
    `The body must arrive within ${WHOLE_MS / 1000} seconds, without pauses of more than ${STALL_MS / 1000}.`,
    {},
    { Connection: 'close' },
  );
}

function tooLarge(what: 'body' | 'file', limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The ${what} must be at most ${limit} bytes.`, { limit });
}
