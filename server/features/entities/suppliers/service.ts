import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { changesBetween, checkPatch } from '../../../kernel/patch';
import { checkBuyer } from '../../../kernel/sides';
import type { WriteContext } from '../../../operation/context';
import { holdMember } from '../relationships/members';
import { contactsOf } from '../relationships/schema';
import { getSupplier } from './queries';
import { lockSupplier } from './queries.sql';
import { SUPPLIER_READ_ONLY, type SupplierView } from './resource';
import type { UpdateSupplier } from './schema';
import { supplierNotes } from './tables';

/**
 * Changes what the caller's business writes down about a supplier (decision 435).
 * @throws AppError FORBIDDEN with `not_a_buyer`, NOT_FOUND, INVALID_REQUEST
 */
export async function updateSupplier(
  ctx: WriteContext,
  { id, ...patch }: z.infer<typeof UpdateSupplier>,
): Promise<SupplierView> {
  const { db, actor } = ctx;
  checkBuyer(actor);
  await holdMember(ctx, patch.representative_id, 'representative_id');
  const [account] = await lockSupplier(db, actor.entity.id, id);
  if (!account) throw notFound();
  const before = await getSupplier(ctx, id);
  checkPatch(patch, before, SUPPLIER_READ_ONLY);
  const { representative_id, contacts, internal_notes } = patch;
  const set = {
    representativeId: representative_id,
    contacts: contactsOf(contacts),
    internalNotes: internal_notes === '' ? null : internal_notes,
  };
  if (Object.values(set).some((value) => value !== undefined)) {
    await db
      .insert(supplierNotes)
      .values({ sellerId: id, buyerId: actor.entity.id, ...set })
      .onConflictDoUpdate({ target: [supplierNotes.sellerId, supplierNotes.buyerId], set });
  }
  const after = await getSupplier(ctx, id);
  ctx.audit({ action: 'supplier.updated', objectId: id, ...changesBetween(before, after) });
  return after;
}
