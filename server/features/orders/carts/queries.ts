import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { notFound } from '../../../kernel/errors';
import { toCents, toDollars } from '../../../kernel/money';
import { checkBuyer } from '../../../kernel/sides';
import { amountIn, EACH } from '../../../kernel/weights';
import type { ReadContext } from '../../../operation/context';
import type { Db } from '../../../platform/db/client';
import { readPage } from '../../../platform/db/listing';
import { entities } from '../../entities/tables';
import { ladderView, oneStep, stepAt } from '../../pricing/ladder';
import type { Cart, CartList, ListCarts } from './schema';
import { carts, type StoredLine } from './tables';

export type CartView = z.infer<typeof Cart>;
export type CartRow = typeof carts.$inferSelect;

const ofMember = (userId: string) => eq(carts.userId, userId);
export const cartAt = (userId: string, supplierId: string) =>
  and(ofMember(userId), eq(carts.supplierId, supplierId));

const select = (db: Db, where: SQL | undefined) =>
  db
    .select({ cart: carts, name: entities.name })
    .from(carts)
    .innerJoin(entities, eq(entities.id, carts.supplierId))
    .where(where);

/** The caller's own carts, oldest first. @throws AppError FORBIDDEN to those who never buy */
export async function listCarts(
  { db, actor }: ReadContext,
  page: z.infer<typeof ListCarts>,
): Promise<z.infer<typeof CartList>> {
  checkBuyer(actor);
  const mine = ofMember(actor.userId);
  return readPage(
    page,
    select(db, mine).orderBy(asc(carts.createdAt), asc(carts.supplierId)),
    db.$count(carts, mine),
    ({ cart, name }) => toView(cart, name),
  );
}

/** @throws AppError FORBIDDEN to those who never buy, NOT_FOUND */
export async function getCart({ db, actor }: ReadContext, supplierId: string): Promise<CartView> {
  checkBuyer(actor);
  const [row] = await select(db, cartAt(actor.userId, supplierId));
  if (!row) throw notFound();
  return toView(row.cart, row.name);
}

/** A line as it was put in, at the price that its quantity reaches in the ladder of then. */
function lineView({
  ladder,
  case_size = 1,
  unit_price,
  location_id: store,
  ...line
}: StoredLine): CartView['lines'][number] {
  const { unit = null, step = null } = line;
  const steps = ladder ?? oneStep(toCents(unit_price));
  return {
    ...line,
    location_id: store ?? null,
    unit_price: toDollars(stepAt(steps, line.quantity).price_cents),
    price_ladder: ladderView(steps, step === null ? null : Math.round(step * EACH)),
    case_size,
    case_size_amount: amountIn(case_size, step),
    amount: amountIn(line.quantity, step),
    unit,
    step,
  };
}

export function toView(row: CartRow, supplierName: string): CartView {
  return {
    supplier_id: row.supplierId,
    supplier_name: supplierName,
    version: row.version,
    lines: row.lines.map(lineView),
    delivery_date: row.deliveryDate,
    delivery_window: row.deliveryWindow,
    receiving_location_id: row.receivingLocationId,
    notes: row.notes,
    po_number: row.poNumber,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
