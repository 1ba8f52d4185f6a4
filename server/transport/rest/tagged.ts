import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../operation/context';
import { namesTag } from '../../operation/etag';
import { type CsvColumn, csvHeader, csvLines, presentColumns } from './csv';
import { sendText } from './envelope';
import type { RestOperation } from './operations';

/** What makes the `ETag` of a response whose operation names a key for it (`ctx.tagged`); null where none does. */
export function tagFor() {
  let key: string | null = null;
  return {
    tagged: (given: string) => {
      key = given;
    },
    tag: (body: string) =>
      key === null ? null : createHmac('sha256', key).update(body).digest('base64url').slice(0, 22),
  };
}

/** States the tag of a response, and ends it where its reader has it already. */
export function isCurrent(req: IncomingMessage, res: ServerResponse, tag: string | null): boolean {
  if (tag === null) return false;
  res.setHeader('ETag', `W/"${tag}"`);
  res.appendHeader('Vary', 'Accept, Accept-Encoding, X-Menu-Passcode');
  if (!namesTag(req.headers['if-none-match'], tag)) return false;
  res.statusCode = 304;
  res.end();
  return true;
}

interface PublicCsv {
  operation: RestOperation;
  columns: readonly CsvColumn[];
  input: Record<string, unknown>;
  ctx: Context;
  signal: AbortSignal;
  marked: boolean;
}

/** All rows of a public response as CSV: they are in memory already, so nothing is spooled. */
export async function sendPublicCsv(
  req: IncomingMessage,
  res: ServerResponse,
  { operation, columns, input, ctx, signal, marked }: PublicCsv,
  headOnly: boolean,
): Promise<void> {
  const { tag, tagged } = tagFor();
  const result = await operation.run({ ...ctx, tagged, allRows: true as const }, input, signal);
  const rows = operation.csvRows?.(result) ?? [];
  const shown = presentColumns(columns, rows);
  const text = `${csvHeader(shown, marked)}${csvLines(shown, rows)}`;
  if (isCurrent(req, res, tag(text))) return;
  res.setHeader('Content-Disposition', 'attachment; filename="menu.csv"');
  await sendText(res, 200, text, { headOnly, plain: false, type: 'text/csv; charset=utf-8' });
}
