import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/actor';
import type { StoredFile } from '../../../kernel/storage';
import { iso } from '../../../platform/db/listing';
import { ID, LIMITED, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { readableProducts } from '../queries.sql';
import { COA_HISTORY, type Coa } from './schema';

export type CoaView = z.infer<typeof Coa>;

export const latestCoas = statement(
  [
    [ID, OWNER],
    [ID, LIMITED],
  ],
  (productId: string, actor: Actor) => sql<Omit<CoaView, 'history' | 'download_url'>>`
    select c.id, c.product_id, c.lab, c.batch_id, c.date::text as date, c.file_name, c.file_size, c.sha256,
      c.uploaded_by, ${iso(sql`c.created_at`)} as created_at
    from product_coas c join products p on p.id = c.product_id
    where c.product_id = ${productId} and ${readableProducts(actor)}
    order by c.created_at desc nulls last, c.id desc nulls last limit ${COA_HISTORY + 1}`,
);

export const coaFile = statement(
  [
    [ID, ID, OWNER],
    [ID, ID, LIMITED],
  ],
  (coaId: string, id: string, actor: Actor) => {
    const named = sql`c.id = ${coaId} and c.product_id = ${id}`;
    return sql<Omit<z.infer<typeof StoredFile>, 'content_type'>>`
    select c.storage_key as key, c.file_name, c.file_size
    from product_coas c join products p on p.id = c.product_id where ${named} and ${readableProducts(actor)}`;
  },
);
