import { invalidRequest, notFound } from '../../../kernel/errors';
import { newId } from '../../../kernel/ids';
import type { WriteContext } from '../../../operation/context';
import type { GoodsKind, TypedSupplier } from './schema';
import { addSupplier, lockSeller, updateSupplier } from './suppliers.sql';

/** Who delivered, as the columns of a receipt. */
export interface Supplier {
  supplierId: string | null;
  sellerId: string | null;
  supplierName: string | null;
  supplierLicense: string | null;
  supplierState: string | null;
  /** The last day of the license of a connected seller, where it has passed. */
  expiredOn: string | null;
}

const NONE: Supplier = {
  supplierId: null,
  sellerId: null,
  supplierName: null,
  supplierLicense: null,
  supplierState: null,
  expiredOn: null,
};

interface Sent {
  supplier_id?: string | undefined;
  supplier?: TypedSupplier | undefined;
}

/**
 * A purchase has a supplier, what was found or harvested none.
 * @throws AppError INVALID_REQUEST
 */
export function checkSupplier(kind: GoodsKind, { supplier_id, supplier }: Sent): void {
  const fail = (path: string, code: 'required' | 'ambiguous' | 'conflict', message: string) =>
    invalidRequest([{ path, code, message }]);
  if (supplier_id !== undefined && supplier !== undefined)
    throw fail('supplier_id', 'ambiguous', 'must not come with supplier');
  const sent = supplier_id !== undefined ? 'supplier_id' : supplier && 'supplier';
  if (kind === 'purchase' && !sent)
    throw fail('supplier', 'required', 'or supplier_id is required of a purchase');
  if (kind !== 'purchase' && sent) throw fail(sent, 'conflict', `must not come with the kind ${kind}`);
}

/**
 * Finds who delivered: a connected seller, or one that the business writes down, by its license or else its name. What is typed is
 * compared with no business on board (decisions 902 and 942).
 * @throws AppError NOT_FOUND for what is no connected seller
 */
export async function supplierOf(ctx: WriteContext, { supplier_id, supplier }: Sent): Promise<Supplier> {
  const { db, actor } = ctx;
  const me = actor.entity.id;
  if (supplier_id !== undefined) {
    const [seller] = await lockSeller(db, me, supplier_id);
    if (!seller) throw notFound();
    return {
      ...NONE,
      sellerId: supplier_id,
      supplierName: seller.name,
      supplierLicense: seller.license_number,
      supplierState: seller.state,
      expiredOn: seller.expired_on,
    };
  }
  if (!supplier) return NONE;
  const { name, license_number: licenseNumber = null, state = null } = supplier;
  const typed = { id: newId(), name, licenseNumber, state };
  await addSupplier(db, me, typed);
  const [row] = await updateSupplier(db, me, typed);
  if (!row) throw new Error('A supplier that was written down is gone');
  return {
    ...NONE,
    supplierId: row.id,
    supplierName: name,
    supplierLicense: licenseNumber,
    supplierState: state,
  };
}
