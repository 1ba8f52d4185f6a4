import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Storage, StoredFile } from '../../kernel/storage';

/** Sends a stored file as an attachment, never displayed under our origin (decision 18). */
export async function sendFile(
  res: ServerResponse,
  storage: Storage,
  file: z.infer<typeof StoredFile>,
  headOnly: boolean,
): Promise<void> {
  const contents = headOnly ? null : await storage.read(file.key);
  res.statusCode = 200;
  res.setHeader('Content-Type', file.content_type);
  res.setHeader('Content-Length', file.file_size);
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
