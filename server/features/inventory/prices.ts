import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { forbidden, notFound } from '../../kernel/errors';
import { toCents, toDollars } from '../../kernel/money';
import type { WriteContext } from '../../operation/context';
import { uuids } from '../../platform/db/listing';
import { visibleProducts } from '../products/queries';
import type { RetailPrice, SetPrice } from './schema';

/**
 * Sets what the caller's business charges for a variant in its shops; null restores the variant's own price. Any variant
 * that it sees or holds may be priced, a supplier's included.
 * @throws AppError NOT_FOUND, FORBIDDEN for a member who is limited to locations: a price counts in all of them
 */
export async function setRetailPrice(
  ctx: WriteContext,
  { variant_id, price }: z.infer<typeof SetPrice>,
): Promise<z.infer<typeof RetailPrice>> {
  const { db, actor } = ctx;
  const entityId = actor.entity.id;
  const [variant] = await db.execute<{ msrp_cents: number }>(sql`
    select v.price_cents::float8 as msrp_cents from product_variants v join products p on p.id = v.product_id
    where v.id = ${variant_id} and ((v.deleted_at is null and ${visibleProducts(actor)})
      or exists (select 1 from inventory_items i
        where i.variant_id = v.id and i.entity_id = ${entityId} and i.quantity > 0))
    for key share of v`);
  if (!variant) throw notFound();
  if (!(await reachesAllLocations(ctx))) {
    throw forbidden('A price applies in every location. Ask a member with access to all locations.');
  }
  // The row lock orders those who set one price at once, so that the audit log tells what each replaced.
  const [before] = await db.execute<{ price_cents: number }>(sql`
    select price_cents::float8 as price_cents from retail_prices
    where entity_id = ${entityId} and variant_id = ${variant_id} for update`);
  await db.execute(
    price === null
      ? sql`delete from retail_prices where entity_id = ${entityId} and variant_id = ${variant_id}`
      : sql`insert into retail_prices (entity_id, variant_id, price_cents)
          values (${entityId}, ${variant_id}, ${toCents(price)})
          on conflict (entity_id, variant_id) do update set price_cents = excluded.price_cents, updated_at = now()`,
  );
  const was = before ? toDollars(before.price_cents) : null;
  if (was !== price) {
    ctx.audit({
      action: 'inventory.priced',
      objectId: variant_id,
      locationIds: null,
      before: { price: was },
      after: { price },
    });
  }
  const msrp = toDollars(variant.msrp_cents);
  return { variant_id, price, msrp, unit_price: price ?? msrp };
}

async function reachesAllLocations({ db, actor }: WriteContext): Promise<boolean> {
  if (actor.locationIds === null) return true;
  const [row] = await db.execute<{ beyond: boolean }>(sql`
    select exists (select from locations where entity_id = ${actor.entity.id} and deleted_at is null
      and id <> all(${uuids(actor.locationIds)})) as beyond`);
  return row?.beyond === false;
}
