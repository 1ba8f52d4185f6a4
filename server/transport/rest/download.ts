import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { BYTE_ORDER_MARK } from '../../kernel/csv-text';
import { GeneratedFile, type Storage, StoredFile } from '../../kernel/storage';

/**
 * Sends a stored or generated file as an attachment, never displayed under our origin (decision 18).
 * @param marked whether generated CSV begins with a byte order mark (decision 911)
 */
export async function sendFile(
  res: ServerResponse,
  storage: Storage,
  result: unknown,
  { headOnly, marked = false }: { headOnly: boolean; marked?: boolean },
): Promise<void> {
  const generated = GeneratedFile.safeParse(result).data;
  const bytes = generated && bytesOf(generated, marked);
  const file = generated ?? StoredFile.parse(result);
  const read = () => ('key' in file ? storage.read(file.key) : Readable.from([bytes]));
  const contents = headOnly ? null : await read();
  res.statusCode = 200;
  res.setHeader('Content-Type', file.content_type);
  res.setHeader('Content-Length', 'key' in file ? file.file_size : (bytes?.length ?? 0));
  res.setHeader('Content-Disposition', attachment(file.file_name));
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  if (!contents) {
    res.end();
    return;
  }
  // Drain the file after an aborted download, so that it does not stay open.
  res.once('close', () => {
    contents.unpipe(res);
    contents.resume();
  });
  contents.once('error', () => res.destroy());
  contents.pipe(res);
}

function bytesOf({ contents, content_type }: z.infer<typeof GeneratedFile>, marked: boolean): Buffer {
  const bytes = Buffer.from(contents, 'base64');
  return marked && content_type.startsWith('text/csv')
    ? Buffer.concat([Buffer.from(BYTE_ORDER_MARK), bytes])
    : bytes;
}

/** Builds the header of RFC 6266: the name in ASCII, plus in full (RFC 8187) where it is not ASCII. */
function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_');
  if (ascii === fileName) return `attachment; filename="${ascii}"`;
  const full = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
