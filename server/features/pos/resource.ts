import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { listOf } from '../../kernel/params';
import { EACH } from '../../kernel/weights';
import {
  amount,
  count,
  decimal,
  exampleId,
  id,
  json,
  object,
  oneOf,
  text,
  time,
} from '../../platform/db/fields';
import { resource, type ViewOf } from '../../platform/db/resource';
import { Steps, StepUnit } from '../products/schema';
import { products, productVariants } from '../products/tables';
import { FinishedAt, MAX_ERRORS, SyncError, SyncStatus, SyncType, Unmatched } from './schema';
import { posConnections, posMappings, posUnmatched, syncRuns } from './tables';

const r = alias(syncRuns, 'r');
const c = alias(posConnections, 'c');
const m = alias(posMappings, 'm');
const u = alias(posUnmatched, 'u');
const v = alias(productVariants, 'v');

/** A sync of a location with its POS (decision 32). */
export const syncRun = resource(
  r,
  {
    id: id(r.id, 'Id of the sync', exampleId('0a')),
    location_id: id(r.locationId, 'Id of the location', exampleId('07')),
    sync_type: oneOf(SyncType)(r.syncType, undefined, 'incremental'),
    status: oneOf(SyncStatus)(r.status, undefined, 'completed'),
    processed: count(r.processed, 'Items that the POS has reported so far', 31),
    total: count(r.total, 'Items in the POS, if it reports their number', 31),
    created: count(r.created, 'Inventory items created'),
    updated: count(r.updated, 'Inventory items whose quantity changed', 30),
    failed: count(r.failed, 'Items that could not be imported', 1),
    errors: json(sql`r.errors`, z.array(SyncError).meta({ description: `The first ${MAX_ERRORS} errors` }), [
      { sku: 'BD-3.5', code: 'below_reserved', message: 'The count is below what orders have reserved.' },
    ]),
    unmatched: json(
      sql`r.unmatched`,
      z.array(Unmatched).meta({
        description: `The first ${MAX_ERRORS} items that match no product; map them to variants`,
      }),
      [],
    ),
    unmatched_count: count(r.unmatchedCount, 'Items that match no product'),
    created_at: time(r.createdAt, 'When the sync was requested'),
    finished_at: time(r.finishedAt, FinishedAt.description, '2026-01-02T15:04:07.000Z'),
  },
  { id: 'SyncRun', description: 'A sync of a location with its POS' },
);
export const SyncRun = syncRun.schema;
export type SyncRunView = ViewOf<typeof syncRun>;
export const SyncRunList = listOf(SyncRun);

const ofConnection = (row: 'm' | 'u') =>
  sql`join ${posConnections} c on c.id = ${sql.raw(row)}.connection_id`;

export const unmatched = resource(
  u,
  {
    location_id: id(c.locationId, 'Id of the location'),
    external_id: text(u.externalId, Unmatched.shape.external_id.description),
    sku: text(u.sku, Unmatched.shape.sku.description),
    name: text(u.name, Unmatched.shape.name.description),
    quantity: decimal(u.quantity, 'Units at the last report'),
    seen_at: time(u.seenAt, 'When the POS last reported it'),
  },
  { joins: ofConnection('u'), examples: undefined },
);
export const PosUnmatchedList = listOf(unmatched.schema);

export const mapping = resource(
  m,
  {
    id: id(m.id, 'Id of the mapping'),
    location_id: id(c.locationId, 'Id of the location'),
    external_id: text(m.externalId, "The POS's own id of the item; null when mapped by SKU"),
    sku: text(m.sku, 'SKU of the item in the POS; null when mapped by id'),
    variant: object(
      {
        id: id(v.id, 'Id of the variant'),
        product_id: id(v.productId, 'Id of the product'),
        product_name: text(sql`p.name`, 'Name of the product'),
        name: text(v.name, 'Name of the variant'),
        sku: text(v.sku, 'SKU of the variant'),
        unit: oneOf(StepUnit).orNull(sql`v.unit`, Steps.unit.description),
        step: amount.orNull(
          sql`v.step::float8 / ${sql.raw(String(EACH))}`,
          'What one of the quantities that the POS reports is, in `unit`; null for goods sold each',
        ),
      },
      'The variant that the item is',
    ),
    created_at: time(m.createdAt, 'When the mapping was created'),
  },
  {
    joins: sql`${ofConnection('m')} join ${productVariants} v on v.id = m.variant_id
      join ${products} p on p.id = v.product_id`,
    id: 'PosMapping',
    examples: undefined,
  },
);
export const PosMapping = mapping.schema;
export type MappingView = ViewOf<typeof mapping>;
export const PosMappingList = listOf(PosMapping);
