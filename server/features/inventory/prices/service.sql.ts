import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/actor';
import { toCents } from '../../../kernel/money';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { visibleProducts } from '../../products/queries.sql';
import { products, productVariants } from '../../products/tables';
import { inventoryItems, retailPrices } from '../tables';

export const writeRetailPrice = statement(
  [
    [1, ID, ID],
    [null, ID, ID],
  ],
  (price: number | null, entityId: string, variantId: string) =>
    price === null
      ? sql`delete from ${retailPrices} where entity_id = ${entityId} and variant_id = ${variantId}`
      : sql`insert into ${retailPrices} (entity_id, variant_id, price_cents)
          values (${entityId}, ${variantId}, ${toCents(price)})
          on conflict (entity_id, variant_id) do update set price_cents = excluded.price_cents, updated_at = now()`,
);

export const lockRetailPrice = statement(
  [[ID, ID]],
  (entityId: string, variantId: string) => sql<{ price_cents: number }>`
    select price_cents::float8 as price_cents from ${retailPrices}
    where entity_id = ${entityId} and variant_id = ${variantId} for update`,
);

/** SQL: a variant `v` that a business may price, and its product `p`. */
const priced = (variantId: string, actor: Actor, entityId: string) => sql`
    ${productVariants} v join ${products} p on p.id = v.product_id
    where v.id = ${variantId} and ((v.deleted_at is null and ${visibleProducts(actor)})
      or exists (select 1 from ${inventoryItems} i
        where i.variant_id = v.id and i.entity_id = ${entityId} and i.quantity > 0))`;
const PRICED: [string, Actor, string][] = [
  [ID, OWNER, ID],
  [ID, LIMITED, ID],
];

export const lockPricedVariant = statement(
  PRICED,
  (variantId: string, actor: Actor, entityId: string) => sql<{ msrp_cents: number }>`
    select v.price_cents::float8 as msrp_cents from ${priced(variantId, actor, entityId)} for key share of v`,
);

/** The same without a lock, with the retail price of the business; null without one. */
export const pricedVariant = statement(
  PRICED,
  (variantId: string, actor: Actor, entityId: string) => sql<{
    msrp_cents: number;
    price_cents: number | null;
  }>`
    select v.price_cents::float8 as msrp_cents, (select r.price_cents::float8 from ${retailPrices} r
      where r.entity_id = ${entityId} and r.variant_id = ${variantId}) as price_cents
    from ${priced(variantId, actor, entityId)}`,
);
