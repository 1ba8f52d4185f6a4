import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing, notFound } from '../../../kernel/errors';
import type { GeneratedFile } from '../../../kernel/storage';
import type { ReadContext } from '../../../operation/context';
import { rejectLimited } from '../../../operation/limited';
import type { Db } from '../../../platform/db/client';
import { readList } from '../../../platform/db/text-list';
import { EXPORTS, exportPage, fileOf, ownExports, readExports } from './queries.sql';
import type { AccountingExportList, ExportView } from './resource';
import { type BookAccounts, type ExportFileId, NO_ACCOUNTS } from './schema';
import { accountingAccounts } from './tables';

export const ListExports = EXPORTS.input;

/** Newest first. @throws AppError FORBIDDEN for members who are limited to locations */
export async function listExports(
  ctx: ReadContext,
  input: z.infer<typeof ListExports>,
): Promise<z.infer<typeof AccountingExportList>> {
  rejectLimited(ctx.actor, 'The books are kept');
  return readList(ctx, EXPORTS, exportPage, input);
}

/** @throws AppError NOT_FOUND, FORBIDDEN as above */
export async function getExport({ db, actor }: ReadContext, id: string): Promise<ExportView> {
  rejectLimited(actor, 'The books are kept');
  return existing(readExports(db, sql`x.id = ${id} and ${ownExports(actor)}`));
}

/** A file of an export, the same bytes each time. @throws AppError NOT_FOUND, FORBIDDEN as above */
export async function readExportFile(
  { db, actor }: ReadContext,
  { id, n }: z.infer<typeof ExportFileId>,
): Promise<z.infer<typeof GeneratedFile>> {
  rejectLimited(actor, 'The books are kept');
  const [file] = await fileOf(db, actor.entity.id, id, n);
  if (!file) throw notFound();
  return {
    file_name: file.name,
    content_type: file.name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'text/plain; charset=iso-8859-1',
    contents: file.contents.toString('base64'),
  };
}

/** The accounts of a business; without any until it names them. */
export async function accountsOf(db: Db, entityId: string): Promise<BookAccounts> {
  const [row] = await db
    .select({ accounts: accountingAccounts.accounts })
    .from(accountingAccounts)
    .where(eq(accountingAccounts.entityId, entityId));
  return { ...NO_ACCOUNTS, ...row?.accounts };
}

/** @throws AppError FORBIDDEN as above */
export async function getAccounts({ db, actor }: ReadContext): Promise<BookAccounts> {
  rejectLimited(actor, 'The books are kept');
  return accountsOf(db, actor.entity.id);
}
