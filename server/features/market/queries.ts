import type { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { forbidden, notFound } from '../../kernel/errors';
import { toDollars } from '../../kernel/money';
import type { Page } from '../../kernel/params';
import type { ReadContext } from '../../operation/context';
import { pageOf } from '../../platform/db/listing';
import { areConnected } from '../entities/connections/queries';
import { findParties } from '../entities/queries';
import { availableUnits } from '../inventory/queries';
import {
  countOffers,
  countSuppliers,
  offerConditions,
  offersPage,
  supplierConditions,
  suppliersPage,
} from './queries.sql';
import type { Catalog, ListCatalog, SupplierList } from './schema';

/** Checks that the caller is a retailer. @throws AppError FORBIDDEN */
export function checkBuyer({ entity }: Pick<Actor, 'entity'>): void {
  if (entity.type !== 'retailer') throw forbidden('Only a retailer buys from suppliers.');
}

/** Lists the wholesalers that the calling retailer is connected with. @throws AppError FORBIDDEN */
export async function listSuppliers(
  { db, actor }: ReadContext,
  { page, limit }: Page,
): Promise<z.infer<typeof SupplierList>> {
  checkBuyer(actor);
  const mine = supplierConditions(actor.entity.id);
  const [rows, [counted]] = await Promise.all([
    suppliersPage(db, mine, page, limit),
    countSuppliers(db, mine),
  ]);
  return { data: [...rows], pagination: pageOf({ page, limit }, counted?.total) };
}

/**
 * Lists a connected wholesaler's offers: one row per variant of its active products. Stock is read only for the
 * variants of the page.
 * @throws AppError FORBIDDEN, NOT_FOUND when not connected
 */
export async function listCatalog(
  { db, actor }: ReadContext,
  { id, page, limit, ...filter }: z.infer<typeof ListCatalog>,
): Promise<z.infer<typeof Catalog>> {
  checkBuyer(actor);
  const [connected, parties] = await Promise.all([
    areConnected(db, actor.entity.id, id),
    findParties(db, [id]),
  ]);
  if (!connected || parties.get(id)?.type !== 'wholesaler') throw notFound();
  const where = offerConditions(id, filter.category, filter.variant_ids, filter.search);
  const [rows, [counted]] = await Promise.all([
    offersPage(db, where, filter.sort, page, limit),
    countOffers(db, where),
  ]);
  const available = await availableUnits(
    db,
    id,
    rows.map((row) => row.variant_id),
  );
  const data = rows.map(({ wholesale_price_cents, ...offer }) => ({
    ...offer,
    wholesale_price: toDollars(wholesale_price_cents),
    available_quantity: available.get(offer.variant_id) ?? 0,
  }));
  return { data, pagination: pageOf({ page, limit }, counted?.total) };
}
