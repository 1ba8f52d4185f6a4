import { sql } from 'drizzle-orm';
import { existing } from '../../../kernel/errors';
import type { ReadContext } from '../../../operation/context';
import { readGoodsReceipts, visibleGoodsReceipts } from './queries.sql';
import type { GoodsReceiptView } from './resource';

/** @throws AppError NOT_FOUND for another's, and for one of a location outside the member's */
export async function getGoodsReceipt({ db, actor }: ReadContext, id: string): Promise<GoodsReceiptView> {
  return existing(readGoodsReceipts(db, sql`r.id = ${id} and ${visibleGoodsReceipts(actor)}`, actor));
}
