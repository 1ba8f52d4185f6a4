import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import type { StoredFile } from '../../../kernel/storage';
import type { Context, ReadContext } from '../../../operation/context';
import { iso } from '../../../platform/db/listing';
import { readableProducts } from '../queries';
import { COA_HISTORY, type Coa } from './schema';

type CoaView = z.infer<typeof Coa>;
type CoaContext = ReadContext & Pick<Context, 'publicUrl'>;

/**
 * A product's latest certificate, with those before it (at most 100). Who sees the product sees its certificates.
 * @throws AppError NOT_FOUND when the product is absent or not visible, or has none
 */
export async function getCoa(ctx: CoaContext, productId: string): Promise<CoaView> {
  const rows = await ctx.db.execute<Omit<CoaView, 'history' | 'download_url'> & Record<string, unknown>>(sql`
    select c.id, c.product_id, c.lab, c.batch_id, c.date::text as date, c.file_name, c.file_size, c.sha256,
      c.uploaded_by, ${iso(sql`c.created_at`)} as created_at
    from product_coas c join products p on p.id = c.product_id
    where c.product_id = ${productId} and ${readableProducts(ctx.actor)}
    order by c.created_at desc nulls last, c.id desc nulls last limit ${COA_HISTORY + 1}`);
  const [latest, ...history] = rows.map(({ uploaded_by, created_at, ...row }) => ({
    ...row,
    download_url: `${ctx.publicUrl}/api/v1/products/${productId}/coa/${row.id}/file`,
    uploaded_by,
    created_at,
  }));
  if (!latest) throw notFound();
  return { ...latest, history };
}

/** @throws AppError NOT_FOUND */
export async function getCoaFile(
  { db, actor }: ReadContext,
  { id, coa_id }: { id: string; coa_id: string },
): Promise<z.infer<typeof StoredFile>> {
  const named: SQL = sql`c.id = ${coa_id} and c.product_id = ${id}`;
  const [file] = await db.execute<
    Omit<z.infer<typeof StoredFile>, 'content_type'> & Record<string, unknown>
  >(sql`
    select c.storage_key as key, c.file_name, c.file_size
    from product_coas c join products p on p.id = c.product_id where ${named} and ${readableProducts(actor)}`);
  if (!file) throw notFound();
  return { ...file, content_type: 'application/pdf' };
}
