import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { invalidRequest } from '../../kernel/errors';
import { Paging } from '../../kernel/params';
import type { Context } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { type CsvColumn, prefersCsv } from './csv';
import { sendExport } from './export';
import type { RestOperation } from './operations';
import { coercionsOf } from './query';

const EXPORT_PAGE = 500;
const ExportPaging = z.object(Paging);

/** If a list is asked for as CSV: `format` decides; without it the Accept header. */
export function wantsCsv(req: IncomingMessage, query: string): boolean {
  const format = new URLSearchParams(query).get('format') ?? '';
  return format === '' ? prefersCsv(req.headers.accept) : format === 'csv';
}

interface CsvPage {
  data: Array<Record<string, unknown>>;
  pagination: { has_more: boolean; next_cursor?: string | null };
}

/** Every match of a list, in pages of one snapshot, so that a change meanwhile neither drops nor repeats a row. */
export async function exportCsv(
  res: ServerResponse,
  {
    operation,
    columns,
    input,
    ctx,
    dataDir,
    signal,
    marked,
  }: {
    operation: RestOperation;
    columns: readonly CsvColumn[];
    input: Record<string, unknown>;
    ctx: Context;
    dataDir: string;
    signal: AbortSignal;
    marked: boolean;
  },
  headOnly: boolean,
): Promise<void> {
  const { actor, slots } = ctx;
  if (!actor || !slots) throw new Error("An export is a member's request of its own");
  if (!operation.csvRows) checkPaging(input, coercionsOf(operation.input).has('cursor'));
  async function* pages(db: Db) {
    // The export has its own slot; a page that waited for another would wait while it holds a connection.
    const scope = { ...ctx, db, replica: null, slots: null, allRows: true as const };
    if (operation.csvRows) {
      yield operation.csvRows(await operation.run(scope, input, signal));
      return;
    }
    let cursor: string | null | undefined;
    for (let page = 1; ; page++) {
      // A cursor neither counts the rows nor skips the pages before; not every list and sort has one.
      const place = cursor ? { page: undefined, cursor } : { page };
      const result = await operation.run(scope, { ...input, ...place, limit: EXPORT_PAGE }, signal);
      const { data, pagination } = result as CsvPage;
      for (let start = 0; start === 0 || start < data.length; start += EXPORT_PAGE)
        yield data.slice(start, start + EXPORT_PAGE);
      if (data.length < EXPORT_PAGE || !pagination.has_more) return;
      cursor = pagination.next_cursor;
    }
  }
  await sendExport(
    res,
    {
      db: ctx.db,
      replica: ctx.replica,
      slots,
      entityId: actor.entity.id,
      ...{ columns, marked, pages, dataDir, signal },
    },
    headOnly,
  );
}

/** An export holds every match: page and limit have no effect, but are still validated, and there is nothing to continue. */
function checkPaging({ page, limit, cursor }: Record<string, unknown>, takesCursors: boolean): void {
  const { error } = ExportPaging.safeParse({ page, limit });
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  if (takesCursors && cursor !== undefined)
    throw invalidRequest([{ path: 'cursor', code: 'conflict', message: 'must not be combined with CSV' }]);
}
