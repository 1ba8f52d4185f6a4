import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

interface List {
  data: unknown;
  /** In place of `data`: the rows as JSON text. */
  rows?: string;
  pagination: Record<string, unknown>;
  as_of?: string;
}

/**
 * Formats a list with the headers for conditional requests. The weak `ETag` ignores `as_of` and the cursor, which
 * differ each time.
 * @returns null when the client's copy is current: the response is then 304 without a body
 */
export function listText(req: IncomingMessage, res: ServerResponse, list: object): string | null {
  const { data, rows = JSON.stringify(data), ...rest } = list as List;
  const { as_of: _, pagination, ...others } = rest;
  const { next_cursor: __, ...counts } = pagination;
  const digest = createHash('sha256')
    .update(rows)
    .update(JSON.stringify([others, counts]));
  const tag = `"${digest.digest('base64url').slice(0, 22)}"`;
  res.setHeader('ETag', `W/${tag}`);
  res.setHeader('Cache-Control', 'private, no-cache');
  res.appendHeader('Vary', 'Authorization, Accept-Encoding');
  if (matches(req.headers['if-none-match'], tag)) return null;
  return `{"data":${rows},${JSON.stringify(rest).slice(1)}`;
}

/** Implements the weak comparison of RFC 9110, 8.8.3.2. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
