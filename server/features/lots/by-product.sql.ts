import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { BigCount, CalendarDate, Count, Id, listOf, type Page, Paging } from '../../kernel/params';
import { byName, slice, uuids } from '../../platform/db/listing';
import { LIMITED, OWNER } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { inventoryItems } from '../inventory/tables';
import { ProductCategory } from '../products/schema';
import { products, productVariants } from '../products/tables';
import { BATCHES, batchesOnHand, heldBatches } from './queries.sql';
import { hasCertificateFor, type Viewer } from './resource';

export const ListBatchProducts = BATCHES.input
  .omit({ page: true, limit: true, sort: true, cursor: true, updated_since: true })
  .extend(Paging);

const BatchProduct = z
  .object({
    id: Id.meta({ description: 'Id of the product' }),
    name: z.string().meta({ description: 'Name of the product' }),
    brand: z.string().nullable().meta({ description: 'Brand of the product; null without one' }),
    category: ProductCategory,
    image: z.string().nullable().meta({
      description: "https address of the product's first image; null without one",
    }),
    batches: Count.meta({ description: 'Batches of the product that the filters leave' }),
    quantity: BigCount.meta({
      description: 'Units of all its lots that your business has on hand, in the locations that you may see',
    }),
    expires_on: CalendarDate.nullable().meta({
      description: 'The first day on which one of those with units on hand expires; null without one',
    }),
    held: Count.meta({ description: 'How many of them are on hold' }),
    uncertified: Count.meta({ description: 'How many of them lack a certificate of analysis' }),
  })
  .meta({ id: 'BatchProduct' });
export const BatchProducts = listOf(BatchProduct);

type Product = z.infer<typeof BatchProduct>;
type Row = (Product | Record<keyof Product, null>) & { total: number };
type Given = Omit<z.infer<typeof ListBatchProducts>, 'page' | 'limit'>;

/**
 * The products of the batches that a reader may see and asks for, by name, each with how many they are, and all of them
 * counted: beyond the last page a row has that alone. What stands of the batches is looked up for one page of products. Batches are read once, by the index of what a business reads; units come
 * from the sums that items keep.
 */
export const productsOfBatches = statement(
  [OWNER, LIMITED].flatMap((viewer) =>
    BATCHES.samples.map((given): [Viewer, Given, Page] => [viewer, given, { page: 1, limit: 1 }]),
  ),
  (viewer: Viewer, given: Given, page: Page) => sql<Row>`
    with counted as materialized (
      select b.product_id as id, count(*)::int as batches from ${BATCHES.from}
      where ${BATCHES.where(viewer, { ...given, limit: 1 })} group by 1
    ), page as (
      select p.id, p.name, p.brand, p.category, p.images[1] as image, n.batches from counted n join ${products} p on p.id = n.id
      order by ${byName(sql`p.name`)}, p.id ${slice(page)}
    )
    select p.id, p.name, p.brand, p.category, p.image, p.batches, t.total, w.expires_on, w.held, w.uncertified, coalesce((
      select sum(i.lot_quantity) from ${productVariants} v join ${inventoryItems} i on i.variant_id = v.id
      where v.product_id = p.id and i.entity_id = ${viewer.entity.id}
        and (${viewer.locationIds === null} or i.location_id = any(${uuids(viewer.locationIds ?? [])}))), 0)::float8 as quantity
    from (select count(*)::int as total from counted) t left join page p on true
      left join lateral (
        select min(b.expires_on) filter (where z.id in (${batchesOnHand(viewer)}))::text as expires_on,
          (count(*) filter (where ${heldBatches(viewer.entity.id)}))::int as held,
          (count(*) filter (where not ${hasCertificateFor(sql`${viewer.entity.id}::uuid`)}))::int as uncertified
        from ${BATCHES.from} where ${BATCHES.where(viewer, { ...given, limit: 1 })} and b.product_id = p.id) w on p.id is not null
    order by ${byName(sql`p.name`)}, p.id`,
);
