import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { among, byId, collection } from '../../../platform/db/collection';
import { uuids } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import type { StoredDocument } from '../invoices/stored';
import { invoices } from '../invoices/tables';
import type { Pair } from '../payments/service.sql';
import { onBothSides, ownMoney, partyFilters, sidesOf } from '../sides';
import { dispute } from './resource';
import { DisputeReason, DisputeStatus } from './schema';
import { disputeLines, disputes } from './tables';

const d = alias(disputes, 'd');
type Reader = Pick<Actor, 'entity'>;
const PAIR: Pair = { sellerId: ID, buyerId: ID };

/** SQL: the disputes (alias `d`) of the caller's business on either side. The only way to a row. */
export const visibleDisputes = (actor: Reader) => ownMoney('d', actor);

const LIST = {
  name: 'disputes',
  sorts: { created_at: d.createdAt },
  fallback: '-created_at',
  keys: { created_at: 'timestamptz' },
  changed: d.updatedAt,
  filters: {
    ...partyFilters('d', { buyer: 'Only those of', seller: 'Only those with' }),
    status: among(d.status, DisputeStatus),
    reason: among(d.reason, DisputeReason),
    invoice_id: byId(d.invoiceId, 'Only those about this invoice'),
  },
} as const;
const DISPUTES = collection(dispute, { ...LIST, visible: visibleDisputes });
/** The list of a business that is on both sides. */
const ON_BOTH_SIDES: typeof DISPUTES = collection(dispute, { ...LIST, ...onBothSides(disputes, 'd') });

export const ListDisputes = DISPUTES.input;
export const disputesOf = (actor: Reader, { side }: { side?: 'buying' | 'selling' }): typeof DISPUTES =>
  sidesOf(actor, side).length < 2 ? DISPUTES : ON_BOTH_SIDES;
export const disputePage = pageOf(DISPUTES, OWNER);
export const readDisputes = rowsWhere(dispute, [[sql`d.id = ${ID} and ${visibleDisputes(OWNER)}`]]);

/** An invoice that a business is to pay, as it was issued; an opening balance has no document. */
export const disputableInvoice = statement(
  [[ID, ID]],
  (buyerId: string, id: string) => sql<{ seller_id: string; document: StoredDocument | null }>`
    select i.seller_id, i.document from ${invoices} i where i.id = ${id} and i.buyer_id = ${buyerId}`,
);

/** How many disputes of a pair are open, and which of some lines are in one. */
export const openOfPair = statement(
  [[PAIR, [ID]]],
  ({ sellerId, buyerId }: Pair, itemIds: readonly string[]) => sql<{
    open: number;
    disputed: { item_id: string; dispute_id: string }[];
  }>`
    select (select count(*) from ${disputes} d
        where d.seller_id = ${sellerId} and d.buyer_id = ${buyerId} and d.status = 'open')::int as open,
      coalesce((select json_agg(json_build_object('item_id', l.item_id, 'dispute_id', d.id))
        from ${disputeLines} l join ${disputes} d on d.id = l.dispute_id and d.status = 'open'
        where l.item_id = any(${uuids(itemIds)})), '[]') as disputed`,
);
