import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { StoredFile } from '../../../kernel/storage';
import { iso } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readableProducts } from '../../products/queries.sql';
import { productCoas, products } from '../../products/tables';
import { batchNow, visibleBatches } from '../queries.sql';
import { batches } from '../tables';
import { COA_HISTORY, type Coa } from './schema';

export type CoaView = z.infer<typeof Coa>;

export type CoaRow = Omit<CoaView, 'history' | 'download_url'>;

const coaColumns = sql`c.id, c.product_id, c.lab, c.batch_id, c.batch, c.date::text as date, c.file_name, c.file_size,
  c.sha256, c.uploaded_by,
  case when c.unread_since is null then 'done' else 'pending' end as reading, c.extracted, coalesce(c.mismatches, '[]'::jsonb) as mismatches,
  ${iso(sql`c.created_at`)} as created_at`;
const newestFirst = sql`order by c.created_at desc nulls last, c.id desc nulls last limit ${COA_HISTORY + 1}`;
/** SQL: the certificates `c` of the batch `b`; those from before batches name it by its number alone. */
export const ofBatch = sql`c.product_id = b.product_id and (c.batch = b.id or c.batch is null and c.batch_id = b.batch_id)`;

export const latestCoas = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (productId: string, actor: Actor) => sql<CoaRow>`
    select ${coaColumns} from ${productCoas} c join ${products} p on p.id = c.product_id
    where c.product_id = ${productId} and ${readableProducts(actor)} ${newestFirst}`,
);

export const latestCoasOfBatch = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (batchId: string, actor: Actor) => sql<CoaRow>`
    select ${coaColumns} from ${batches} b join ${productCoas} c on ${ofBatch}
    where b.id = ${batchNow(batchId)} and ${visibleBatches(actor)} ${newestFirst}`,
);

export const coaFile = statement(
  [
    [ID, ID, OWNER],
    [ID, ID, LIMITED],
  ],
  (coaId: string, id: string, actor: Actor) => {
    const readable = sql`${readableProducts(actor)}
      or exists (select from ${batches} b where ${ofBatch} and ${visibleBatches(actor)})`;
    return sql<Omit<z.infer<typeof StoredFile>, 'content_type'>>`
    select c.storage_key as key, c.file_name, c.file_size from ${productCoas} c join ${products} p on p.id = c.product_id
    where c.id = ${coaId} and c.product_id = ${id} and (${readable})`;
  },
);
