import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesTag } from '../../operation/etag';

interface List {
  data: readonly unknown[];
  /** In place of `data`: each row as JSON text. */
  texts?: readonly string[];
  pagination: Record<string, unknown>;
  as_of?: string;
}

const HEAD = '{"data":[';

/**
 * Formats a list with the headers for conditional requests. The weak `ETag` ignores `as_of` and the cursor, which
 * differ each time.
 * @returns null when the client's copy is current: the response is then 304 without a body
 */
export function listBody(req: IncomingMessage, res: ServerResponse, list: object): Buffer | null {
  const { data, texts = data.map((row) => JSON.stringify(row)), ...rest } = list as List;
  const { as_of: _, pagination, ...others } = rest;
  const { next_cursor: __, ...counts } = pagination;
  const tail = `],${JSON.stringify(rest).slice(1)}`;
  const body = joined(texts, tail);
  const digest = createHash('sha256')
    .update(body.subarray(HEAD.length, body.length - Buffer.byteLength(tail)))
    .update(JSON.stringify([others, counts]));
  const tag = digest.digest('base64url').slice(0, 22);
  res.setHeader('ETag', `W/"${tag}"`);
  res.setHeader('Cache-Control', 'private, no-cache');
  res.appendHeader('Vary', 'Authorization, Accept-Encoding');
  return namesTag(req.headers['if-none-match'], tag) ? null : body;
}

/** The whole body from one join: each further piece of text around the rows would copy all of them. */
function joined(texts: readonly string[], tail: string): Buffer {
  const [first = '', ...others] = texts;
  const last = others.pop();
  const pieces = last === undefined ? [HEAD + first + tail] : [HEAD + first, ...others, last + tail];
  return Buffer.from(pieces.join(','));
}
