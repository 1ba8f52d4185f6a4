import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { StoredFile } from '../../../kernel/storage';
import { iso } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { certifiesProduct, readableProducts } from '../../products/queries.sql';
import { productCoas, products } from '../../products/tables';
import { batchNow, certifiesBatch, ofBatch, visibleBatches } from '../queries.sql';
import { batches, batchReach } from '../tables';
import { COA_HISTORY, type Coa, type CoaReading, MAX_MATCHES } from './schema';

export type CoaView = z.infer<typeof Coa>;

/** `counts`: whether it can be the latest. */
export type CoaRow = Omit<CoaView, 'history' | 'download_url'> & { counts: boolean };

const coaColumns = sql`c.id, c.product_id, c.lab, c.batch_id, c.batch, c.date::text as date, c.file_name, c.file_size,
  c.sha256, c.uploaded_by,
  case when c.unread_since is null then 'done' else 'pending' end as reading, c.extracted, coalesce(c.mismatches, '[]'::jsonb) as mismatches,
  case when c.withdrawn_at is not null then json_build_object('at', ${iso(sql`c.withdrawn_at`)}, 'by', c.withdrawn_by,
    'reason', c.withdrawn_reason) end as withdrawn,
  ${iso(sql`c.created_at`)} as created_at`;
/** SQL: those that count before others, so that the first is the latest of them if there is one. */
const countingFirst = (counts: SQL) =>
  sql`order by not (${counts}), c.created_at desc nulls last, c.id desc nulls last limit ${COA_HISTORY + 1}`;

export const latestCoas = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (productId: string, actor: Actor) => sql<CoaRow>`
    select ${coaColumns}, ${certifiesProduct} as counts from ${productCoas} c join ${products} p on p.id = c.product_id
    where c.product_id = ${productId} and not c.by_holder and ${readableProducts(actor)} ${countingFirst(certifiesProduct)}`,
);

export const latestCoasOfBatch = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (batchId: string, actor: Actor) => {
    const me = sql`${actor.entity.id}::uuid`;
    return sql<CoaRow>`
    select ${coaColumns}, ${certifiesBatch(me)} as counts from ${batches} b join ${productCoas} c on ${ofBatch}
    where b.id = ${batchNow(batchId)} and ${visibleBatches(actor)} and (not c.by_holder or not b.adopted or c.entity_id = ${me})
      ${countingFirst(certifiesBatch(me))}`;
  },
);

export const coaFile = statement(
  [
    [ID, ID, OWNER],
    [ID, ID, LIMITED],
  ],
  (coaId: string, id: string, actor: Actor) => {
    const readable = sql`c.entity_id = ${actor.entity.id} or not c.by_holder and ${readableProducts(actor)}
      or exists (select from ${batches} b where ${ofBatch} and (not c.by_holder or not b.adopted) and ${visibleBatches(actor)})`;
    return sql<Omit<z.infer<typeof StoredFile>, 'content_type'>>`
    select c.storage_key as key, c.file_name, c.file_size from ${productCoas} c join ${products} p on p.id = c.product_id
    where c.id = ${coaId} and c.product_id = ${id} and (${readable})`;
  },
);

/** A batch with the number of a certificate. `own`: of a product of the reader's. */
export type KnownBatch = CoaReading['matches'][number] & { own: boolean };

/** Batches of a number that a business reads: those of its own products first, and of one of them. */
export const matchingBatches = statement(
  [
    [OWNER, 'x', null],
    [OWNER, 'x', ID],
  ],
  ({ entity }: Pick<Actor, 'entity'>, number: string, productId: string | null) => sql<KnownBatch>`
    select b.id as batch, b.batch_id, p.id as product_id, p.name as product_name, p.entity_id = ${entity.id} as own
    from ${batchReach} z join ${batches} b on b.id = z.batch_id join ${products} p on p.id = b.product_id
    where z.entity_id = ${entity.id} and b.number_key = batch_number_key(${number}) and p.deleted_at is null
    order by p.id is not distinct from ${productId}::uuid desc, own desc, b.created_at desc, b.id limit ${MAX_MATCHES}`,
);

/** A certificate that a business filed, and whether it counts for a product of its own that isn't deleted. */
export const ownCoa = statement(
  [[ID, ID, OWNER]],
  (coaId: string, productId: string, { entity }: Pick<Actor, 'entity'>) => sql<CoaRow & { live: boolean }>`
    select ${coaColumns}, ${certifiesProduct} as counts, not c.by_holder and p.deleted_at is null as live
    from ${productCoas} c join ${products} p on p.id = c.product_id
    where c.id = ${coaId} and c.product_id = ${productId} and c.entity_id = ${entity.id}`,
);

/** What a certificate is compared with of a product. */
export const potencyOf = statement(
  [[ID]],
  (productId: string) =>
    sql<{
      id: string;
      entity_id: string;
      name: string;
      thc_percentage: number | null;
      cbd_percentage: number | null;
    }>`select p.id, p.entity_id, p.name, p.thc_percentage, p.cbd_percentage from ${products} p where p.id = ${productId}`,
);
