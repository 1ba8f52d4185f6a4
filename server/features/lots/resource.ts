import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Actor } from '../../kernel/actor';
import { Count, walkOf } from '../../kernel/params';
import { count, day, exampleId, flag, id, oneOf, text, time } from '../../platform/db/fields';
import { uuids } from '../../platform/db/listing';
import { resource } from '../../platform/db/resource';
import { externalIdsOfReader } from '../entities/external-ids/resource';
import { inventoryItems, inventoryLots } from '../inventory/tables';
import { amountsAlike, appearance, soldAlike } from '../products/resource';
import { StepUnit } from '../products/schema';
import { productCoas, products } from '../products/tables';
import { HoldParty, TestStatus, UnitsByLocation } from './schema';
import { batches, batchHolds, batchReach, lots } from './tables';

const l = alias(lots, 'l');
const b = alias(batches, 'b');

/** How a lot is named, wherever it is: from `l`, the lot, and `b`, its batch. */
export const lotNames = {
  lot_id: id(l.id, 'Id of the lot', exampleId('10')),
  batch_id: text(b.batchId, 'Batch number as printed on the certificate', 'BD-2026-014'),
  package_tag: text(l.packageTag, 'Tag of the package; null without one'),
  expires_on: day(b.expiresOn, 'Day on which the batch expires; null when unknown', '2026-11-30'),
};

/** SQL: how the goods of a lot `l` of the batch `b` are sold: as its variant, or as all variants of the product. */
export const soldAsLot = soldAlike(
  sql`a.product_id = b.product_id and (l.variant_id is null or a.id = l.variant_id)`,
);

/** SQL: the certificates `c` of the batch `b`; those from before batches name it by its number alone. */
export const ofBatch = sql`c.product_id = b.product_id and (c.batch = b.id or c.batch is null and c.batch_id = b.batch_id)`;

/**
 * SQL: the certificates `c` that count for the batch `b`: none that was withdrawn, and a holder's of a batch that the
 * product's owner adopted for that holder alone.
 */
export const certifiesBatch = (holder: SQL) => sql`${ofBatch} and c.withdrawn_at is null
  and (not c.by_holder or not b.adopted or c.entity_id = ${holder})`;

/** SQL: whether the batch `b` has a certificate of its own that counts for a holder of its units. */
export const hasCertificateFor = (holder: SQL) =>
  sql`exists (select from ${productCoas} c where ${certifiesBatch(holder)})`;
/** SQL: the same for `e`, whose units they are. */
export const hasCertificate = hasCertificateFor(sql`e.id`);

export type Viewer = Pick<Actor, 'entity' | 'locationIds'>;

/** SQL: units of the batch that a business has, in the locations that a member is limited to. */
const units = sql`coalesce((select sum(x.quantity) from ${lots} l join ${inventoryLots} x on x.lot_id = l.id
  where l.batch_id = b.id and x.entity_id = e.id and x.quantity > 0 and (e.locations is null or exists (
    select from ${inventoryItems} i where i.id = x.inventory_item_id and i.location_id = any(e.locations)))), 0)::int`;

/**
 * A batch as a business `e` sees it, where a member is limited to `e.locations`. Without a viewer the statement has `e`, and
 * null for no limit.
 */
export const batch = resource(
  b,
  {
    id: id(b.id, 'Id of the batch', exampleId('11')),
    product_id: id(b.productId, 'Id of the product', exampleId('03')),
    product_name: text(sql`p.name`, 'Name of the product', 'Blue Dream'),
    batch_id: lotNames.batch_id,
    expires_on: day(b.expiresOn, 'Last day on which units can be sold; null when unknown', '2026-11-30'),
    test_status: oneOf(TestStatus)(b.testStatus, undefined, 'passed'),
    held: oneOf(HoldParty).orNull(
      sql`case when b.held_at is not null then 'owner' when h.held_at is not null then 'self' end`,
      "`owner` when the product's owner holds the batch for everyone, `self` when your business holds its own units, null when it is not on hold",
    ),
    hold_reason: text.orNull(
      sql`coalesce(b.hold_reason, h.reason)`,
      'Why it is on hold; null when it is not',
    ),
    quantity: count(units, 'Units that your business has on hand, in the locations that you may see', 24),
    ...amountsAlike(units, 24),
    category: appearance.category,
    image: appearance.image,
    harvested_on: day(b.harvestedOn, 'Day of harvest; null when unknown', '2025-10-02'),
    packaged_on: day(b.packagedOn, 'Day of packaging; null when unknown', '2025-11-30'),
    held_at: time.orNull(sql`coalesce(b.held_at, h.held_at)`, 'When the hold was placed; null without one'),
    adopted: flag(
      b.adopted,
      "False while the product's owner has no batch of this number: only your business sees it",
      true,
    ),
    has_coa: flag(hasCertificate, 'Whether the batch has a certificate of analysis', true),
    created_at: time(b.createdAt, 'When the batch was created'),
    updated_at: time(
      sql`greatest(b.updated_at, z.updated_at)`,
      'When the batch last changed for you, apart from units on hand',
    ),
    external_ids: externalIdsOfReader('batch', sql`b.id`, sql`e.id`),
  },
  {
    joins: (
      viewer: Viewer | null,
    ) => sql`${viewer ? viewing(viewer) : sql``} join ${products} p on p.id = b.product_id
      cross join lateral ${soldAlike(sql`a.product_id = b.product_id`)} v
      left join ${batchHolds} h on h.batch_id = b.id and h.entity_id = e.id
      left join ${batchReach} z on z.batch_id = b.id and z.entity_id = e.id`,
    id: 'Batch',
  },
);
/** SQL: who looks, as `e`. */
export const viewing = ({ entity, locationIds }: Viewer) =>
  sql`cross join (select ${entity.id}::uuid as id, ${locationIds && uuids(locationIds)}::uuid[] as locations) e`;
export const Batch = batch.schema;
export type BatchView = z.infer<typeof Batch>;

const weight = (description: string) => z.number().meta({ description });
/** A batch, with what became of its harvest. */
export const BatchDetail = Batch.extend({
  yield: z
    .object({
      unit: StepUnit.meta({ description: 'Unit of the weights: that of the flower that was harvested' }),
      harvested: weight('What goods receipts of the kind `harvest` took in'),
      packaged: weight('What was made from it: units of each lot by the weight of their variant'),
      on_hand: weight('What is still on hand by weight'),
      lost: weight('What was consumed to make lots, less what these weigh'),
    })
    .nullable()
    .meta({
      description:
        'What became of the harvest, in the locations that you may see; null for a batch that your business did not harvest',
    }),
}).meta({
  id: 'BatchDetail',
  examples: [
    {
      ...(Batch.meta()?.examples?.[0] as object),
      yield: { unit: 'lb', harvested: 120, packaged: 80.5, on_hand: 38, lost: 1.5 },
    },
  ],
});
export type BatchDetail = z.infer<typeof BatchDetail>;

export const BatchList = walkOf(Batch);

const BatchEvent = Batch.pick({
  id: true,
  product_id: true,
  product_name: true,
  batch_id: true,
  expires_on: true,
  test_status: true,
  held: true,
  hold_reason: true,
  quantity: true,
  amount: true,
  unit: true,
  step: true,
}).extend({ locations: UnitsByLocation });
/** What `batch.held` and `batch.released` carry: the batch as the receiver sees it. */
export const BatchData = BatchEvent.meta({
  id: 'BatchEventData',
  description: 'The batch after the change',
});
/** What `batch.created` and `batch.updated` carry: units on hand come by `inventory.updated`. */
export const BatchChangedData = Batch.omit({ quantity: true, amount: true, external_ids: true }).meta({
  id: 'BatchChangedEventData',
  description: 'The batch after the change, without units on hand',
});
export const ExpiringData = BatchEvent.extend({
  days: Count.meta({ description: 'Days until it expires: 30, 7 or 0' }),
}).meta({ id: 'BatchExpiringEventData', description: 'A batch of which you have units on hand' });
