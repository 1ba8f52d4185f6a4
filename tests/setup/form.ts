import type { RequestOptions } from './client';

export interface Part {
  name?: string;
  /** With one, the part is a file. */
  fileName?: string;
  /** The whole disposition instead of what name and file name make. */
  disposition?: string;
  type?: string;
  content: string | Uint8Array;
}

export const BOUNDARY = 'boundary-of-the-tests';

/** The bytes of a multipart/form-data body. */
export function formBytes(parts: readonly Part[], { closed = true } = {}): Buffer {
  const chunks = parts.flatMap((part) => {
    const { name = '', fileName, type, content } = part;
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const disposition = part.disposition ?? `form-data; name="${name}"${file}`;
    const head = [`--${BOUNDARY}`, `Content-Disposition: ${disposition}`];
    if (type) head.push(`Content-Type: ${type}`);
    return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...chunks, Buffer.from(closed ? `--${BOUNDARY}--\r\n` : '')]);
}

/** A form as the options of a request. */
export function form(parts: readonly Part[], headers: Record<string, string> = {}): RequestOptions {
  return {
    body: formBytes(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  };
}
