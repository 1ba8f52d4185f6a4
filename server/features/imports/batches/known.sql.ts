import { sql } from 'drizzle-orm';
import { uuids } from '../../../platform/db/listing';
import { ID } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { TEST_STATUSES } from '../../lots/schema';
import { batches } from '../../lots/tables';

export interface KnownBatch {
  id: string;
  product_id: string;
  number_key: string;
  batch_id: string;
  harvested_on: string | null;
  packaged_on: string | null;
  expires_on: string | null;
  test_status: (typeof TEST_STATUSES)[number];
}

/** A business's own batches of some ids, and those of some products and numbers. */
export const batchesKnown = statement(
  [[ID, [ID], [{ product_id: ID, number_key: 'x' }]]],
  (
    entityId: string,
    ids: readonly string[],
    named: ReadonlyArray<{ product_id: string; number_key: string }>,
  ) => sql<KnownBatch>`
    select b.id, b.product_id, b.number_key, b.batch_id, b.harvested_on::text, b.packaged_on::text, b.expires_on::text, b.test_status
    from ${batches} b where b.entity_id = ${entityId} and (b.id = any(${uuids(ids)}) or exists (
      select from jsonb_to_recordset(${JSON.stringify(named)}::text::jsonb) as n (product_id uuid, number_key text)
      where n.product_id = b.product_id and n.number_key = b.number_key))`,
);
