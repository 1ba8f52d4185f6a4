import { v7 } from 'uuid';
import type { z } from 'zod';
import { AppError, forbidden, invalidRequest, notFound } from '../../kernel/errors';
import type { WriteContext } from '../../operation/context';
import { pipelined } from '../../platform/db/pipelined';
import { areConnected } from '../entities/connections/queries';
import { firstLocationId, holdLocation } from '../entities/locations/queries';
import { holdParties } from '../entities/queries';
import { lockSaleableVariants, type SaleableVariant } from '../products/queries';
import { checkLicenses } from './checks';
import { newOrderNumber, totalsOf } from './pricing';
import { getOrder, type OrderView } from './queries';
import type { CreateOrder } from './schema';
import { allocate, moveReserved } from './stock';
import type { PricedLine } from './stock.sql';
import { storeOrder } from './store';
import type { orderItems } from './tables';

type Lines = z.infer<typeof CreateOrder>['items'];

/**
 * Places an order with a connected wholesaler and reserves its stock (decisions 11, 12, 27, 30 and 31).
 * @throws AppError NOT_FOUND (wholesaler, product, variant or location), FORBIDDEN with
 *   `details.reason = "connection_required"`, LICENSE_EXPIRED, CONFLICT, INSUFFICIENT_STOCK, INVALID_REQUEST
 */
export async function placeOrder(ctx: WriteContext, input: z.infer<typeof CreateOrder>): Promise<OrderView> {
  const retailerId = ctx.actor.entity.id;
  const sellerId = input.wholesaler_id;
  const [parties, connected, receivingLocationId, variants] = await pipelined([
    holdParties(ctx.db, [retailerId, sellerId]),
    areConnected(ctx.db, retailerId, sellerId),
    receivingLocation(ctx, input.receiving_location_id),
    lockSaleableVariants(ctx.db, sellerId, namesOf(input.items)),
  ]);
  const wholesaler = parties.get(sellerId);
  const retailer = parties.get(retailerId);
  if (!retailer || wholesaler?.type !== 'wholesaler') throw notFound();
  if (!connected) {
    throw forbidden(
      `You are not connected with ${wholesaler.name}. Request a connection (POST /api/v1/entity/connections/request) and order once it is accepted.`,
      { reason: 'connection_required' },
    );
  }
  if (!receivingLocationId) throw notFound();
  const lines = mergeLines(input.items, variants);
  checkLicenses({ retailer, wholesaler });
  const totals = totalsOf(lines, wholesaler.taxRateBps);
  const holds = await allocate(ctx, sellerId, lines);

  const order = {
    ...totals,
    id: v7(),
    orderNumber: newOrderNumber(new Date()),
    wholesalerId: sellerId,
    receivingLocationId,
    taxRateBps: wholesaler.taxRateBps,
    deliveryDate: input.delivery_date ?? null,
    deliveryWindow: input.delivery_window ?? null,
    notes: input.notes || null,
    poNumber: input.po_number ?? null,
  };
  // Sent together, run in this order: a duplicate order number is the error that is reported.
  const [, , placed] = await pipelined([
    storeOrder(ctx, order, lines, holds),
    moveReserved(ctx, order, holds),
    getOrder(ctx, order.id),
  ]);
  for (const party of [placed.wholesaler, placed.retailer]) {
    ctx.emit('order.created', party.id, { ...placed, previous_status: null, status_notes: null });
  }
  ctx.audit({ action: 'order.created', objectId: order.id, after: placed });
  return placed;
}

/** The row of a line; its price is frozen from here on. */
export function itemRow(orderId: string, line: PricedLine, position: number): typeof orderItems.$inferInsert {
  const { itemId, ...frozen } = line;
  return { ...frozen, id: itemId, orderId, position, totalCents: line.quantity * line.unitPriceCents };
}

/** What the lines name their goods by. */
export function namesOf(lines: Lines): { productIds: string[]; skus: string[] } {
  return {
    productIds: lines.flatMap(({ product_id }) => product_id ?? []),
    skus: lines.flatMap(({ sku }) => sku ?? []),
  };
}

/**
 * Finds the variant of each line, the product's first unless named, and merges equal lines.
 * @throws AppError NOT_FOUND, CONFLICT with `details.reason = "no_variant"` or `"product_inactive"`, INVALID_REQUEST
 */
export function mergeLines(lines: Lines, variants: readonly SaleableVariant[]): PricedLine[] {
  const merged = new Map<string, PricedLine>();
  for (const [index, line] of lines.entries()) {
    const variant = variantFor(line, variants);
    const present = merged.get(variant.variant_id);
    const quantity = (present?.quantity ?? 0) + line.quantity;
    if (quantity > 1_000_000) {
      throw invalidRequest([
        {
          path: `items[${index}].quantity`,
          code: 'value_too_large',
          message: 'lines of one variant must add up to at most 1000000',
        },
      ]);
    }
    merged.set(variant.variant_id, {
      itemId: present?.itemId ?? v7(),
      productId: variant.product_id,
      productName: variant.product_name,
      variantId: variant.variant_id,
      sku: variant.sku,
      quantity,
      unitPriceCents: variant.wholesale_price_cents,
    });
  }
  return [...merged.values()];
}

function variantFor(
  line: Lines[number],
  variants: readonly SaleableVariant[],
): SaleableVariant & { variant_id: string } {
  const named = variants.filter((variant) =>
    line.sku === undefined ? variant.product_id === line.product_id : variant.sku === line.sku,
  );
  const chosen = line.variant_id ? named.find((variant) => variant.variant_id === line.variant_id) : named[0];
  if (!chosen) throw notFound();
  if (!chosen.active) {
    throw new AppError('CONFLICT', `${chosen.product_name} is not for sale.`, {
      reason: 'product_inactive',
      product_id: chosen.product_id,
    });
  }
  if (chosen.variant_id === null) {
    throw new AppError('CONFLICT', `${chosen.product_name} has no variant that can be ordered.`, {
      reason: 'no_variant',
      product_id: chosen.product_id,
    });
  }
  return { ...chosen, variant_id: chosen.variant_id };
}

async function receivingLocation(ctx: WriteContext, asked: string | undefined): Promise<string | null> {
  if (!asked) return firstLocationId(ctx.db, ctx.actor.entity.id);
  return (await holdLocation(ctx.db, ctx.actor.entity.id, asked)) ? asked : null;
}
