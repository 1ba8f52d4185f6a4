import type { z } from 'zod';
import { existing, lacking } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pageOf } from '../../platform/db/listing';
import { isLineCode, type LineError } from './lines/codes';
import { cellText } from './lines/line';
import type { OpenLine } from './queries.sql';
import {
  countLines,
  importLocationIds,
  type LineView,
  lackedFor,
  lineConditions,
  linesPage,
  openLinesOf,
  readImports,
  seenImport,
} from './queries.sql';
import type { ImportView } from './resource';
import type { ImportLineList, ListImportLines } from './schema';

export type { OpenLine } from './queries.sql';

/**
 * @throws AppError NOT_FOUND when absent, another entity's, or outside the member's locations; FORBIDDEN when the
 *   member's role does not allow this kind
 */
export async function getImport({ db, actor }: ReadContext, id: string): Promise<ImportView> {
  const row = await existing(readImports(db, seenImport(id, actor)));
  const lacked = lackedFor(actor, row.kind);
  if (lacked) throw lacking(lacked);
  return row;
}

/** Returns an import's locations: null before its lines are known, and for products. */
export async function importLocations(db: Db, id: string): Promise<string[] | null> {
  const [row] = await importLocationIds(db, id);
  return row?.ids ?? null;
}

/** Lists an import's lines in file order. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listImportLines(
  ctx: ReadContext,
  { id, page, limit, problem, outcome }: z.infer<typeof ListImportLines>,
): Promise<z.infer<typeof ImportLineList>> {
  await getImport(ctx, id);
  const where = lineConditions(id, outcome, problem);
  const [rows, [counted]] = await Promise.all([
    linesPage(ctx.db, where, page, limit),
    countLines(ctx.db, where),
  ]);
  const data = rows.map((row) => ({
    ...row,
    errors: row.errors.map(publishedOf(row.sku)),
    problem: row.errors.length > 0 ? row.errors.map(sentenceOf).join(' ') : null,
  }));
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}

/** An earlier version stored other codes for lines rejected during the application. */
const publishedOf =
  (sku: string | null) =>
  ({ field, code, message, value }: LineError): LineView['errors'][number] => ({
    ...{ field, message, code: isLineCode(code) ? code : 'rejected' },
    value: value ?? (field === 'sku' ? (cellText(sku ?? undefined) ?? null) : null),
  });

function sentenceOf({ field, message, value }: LineError): string {
  if (field === '') return `The line ${message}.`;
  // The line's own SKU is beside it.
  if (field === 'sku') return `SKU ${message}.`;
  const name = field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');
  return value === undefined ? `${name} ${message}.` : `${name} “${value}” ${message}.`;
}

/** The next lines that are to be applied, in the file's order. */
export async function openLines(db: Db, importId: string, limit: number): Promise<OpenLine[]> {
  const rows = await openLinesOf(db, importId, limit);
  return [...rows];
}
