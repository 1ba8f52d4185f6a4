import { sql } from 'drizzle-orm';
import { Search } from '../../../kernel/params';
import { byId, filter } from '../../../platform/db/collection';
import { byName, contains } from '../../../platform/db/listing';
import { paged } from '../../../platform/db/paged.sql';
import { rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { SeenBy } from '../customers/resource';
import { accounts } from '../customers/tables';
import { entities } from '../tables';
import { supplier } from './resource';
import { supplierNotes } from './tables';

/** SQL: the accounts (alias `a`) of a buyer. */
export const ownSuppliers = ({ entity }: SeenBy) => sql`a.buyer_id = ${entity.id}`;

/** A business has as many as it connects with, one by one. */
export const SUPPLIERS = paged(supplier, {
  visible: ownSuppliers,
  sorts: { name: byName(sql`a.supplier_name`), created_at: sql`a.created_at` },
  order: sql`a.created_at`,
  id: sql`a.seller_id`,
  from: sql`(select a.*, e.name as supplier_name, s.representative_id as looked_after_by
      from ${accounts} a join ${entities} e on e.id = a.seller_id
      left join ${supplierNotes} s on s.seller_id = a.seller_id and s.buyer_id = a.buyer_id) a`,
  filters: {
    search: filter(Search.meta({ description: 'Part of the name; ignores case and accents' }), 'x', (text) =>
      contains(sql`a.supplier_name`, text),
    ),
    representative_id: byId(
      sql`a.looked_after_by`,
      'Only suppliers that this member of your business looks after',
    ),
  },
  viewers: [OWNER],
});

export const readSuppliers = rowsWhere(supplier, [
  [sql`a.seller_id = ${ID} and ${ownSuppliers(OWNER)}`, OWNER],
]);

/** Keeps an account until the transaction ends, for what its buyer writes down. */
export const lockSupplier = statement(
  [[ID, ID]],
  (buyerId: string, sellerId: string) => sql<{ seller_id: string }>`
    select a.seller_id from ${accounts} a where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId} for key share`,
);
