import { sql } from 'drizzle-orm';
import { DISPUTE_DAYS } from '../../kernel/disputes';
import { uuids } from '../../platform/db/listing';
import { ID } from '../../platform/db/samples';
import { statement } from '../../platform/db/statement';
import { accounts } from '../entities/customers/tables';
import type { Merging } from '../entities/service';
import { accountingRows } from './books/tables';
import { creditNotes } from './credits/tables';
import { invoices } from './invoices/tables';
import { allocations, payments } from './payments/tables';

/** The invoices of a customer can be disputed from now on; those that are, and those of orders that are, count no more as late. */
export const disputeInvoices = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [ID] }]],
  ({ from, sellerId, disputed }: Merging) => sql`
    update ${invoices} i set disputable_until = now() + make_interval(days => ${DISPUTE_DAYS}),
      disputed_at = case when i.id = any(${uuids(disputed)}) or i.order_id = any(${uuids(disputed)}) then now() end
    where i.seller_id = ${sellerId} and i.buyer_id = ${from}`,
);

/**
 * The money of a customer that goes moves to the survivor's account, where there is one; without one the account itself moves. The
 * survivor is in the books where either was.
 */
export const moveBilling = statement(
  [[{ from: ID, to: ID, sellerId: ID, disputed: [] }]],
  ({ from, to, sellerId }: Merging) => {
    const booked = sql`r.entity_id = ${sellerId} and r.kind = 'customers' and r.document_id = ${from}`;
    const theirs = sql`t.seller_id = ${sellerId} and t.buyer_id = ${from} and exists (select from survivor)`;
    return sql`
      with survivor as (select from ${accounts} s where s.seller_id = ${sellerId} and s.buyer_id = ${to}),
      owed as (update ${invoices} t set buyer_id = ${to} where ${theirs}),
      credited as (update ${creditNotes} t set buyer_id = ${to} where ${theirs}),
      known as (update ${accountingRows} r set document_id = ${to} where ${booked} and not exists (
        select from ${accountingRows} s where s.entity_id = ${sellerId} and s.kind = 'customers' and s.document_id = ${to}
          and s.format = r.format and s.part = r.part)),
      paid as (update ${payments} t set buyer_id = ${to} where ${theirs})
      update ${allocations} t set buyer_id = ${to} where ${theirs}`;
  },
);
