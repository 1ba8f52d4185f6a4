import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { existing } from '../../../kernel/errors';
import { checkBuyer } from '../../../kernel/sides';
import type { ReadContext } from '../../../operation/context';
import { readPaged } from '../../../platform/db/paged.sql';
import { ownSuppliers, readSuppliers, SUPPLIERS } from './queries.sql';
import type { SupplierList, SupplierView } from './resource';

/** Oldest first (decision 38). @throws AppError FORBIDDEN with `not_a_buyer` */
export async function listSuppliers(
  { db, actor }: ReadContext,
  input: z.infer<typeof SUPPLIERS.input>,
): Promise<z.infer<typeof SupplierList>> {
  checkBuyer(actor);
  return readPaged(db, SUPPLIERS, actor, input);
}

/** @throws AppError FORBIDDEN with `not_a_buyer`, NOT_FOUND for anything but a supplier of the caller's business */
export async function getSupplier({ db, actor }: ReadContext, id: string): Promise<SupplierView> {
  checkBuyer(actor);
  return existing(readSuppliers(db, sql`a.seller_id = ${id} and ${ownSuppliers(actor)}`, actor));
}
