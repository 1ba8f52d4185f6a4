import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { Id } from '../../../kernel/params';
import { among, collection, filter } from '../../../platform/db/collection';
import { uuids } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { ID, OWNER } from '../../../platform/db/samples';
import { statement } from '../../../platform/db/statement';
import { accounts } from '../../entities/customers/tables';
import { invoices } from '../invoices/tables';
import type { Pair } from '../payments/service.sql';
import { onBothSides, ownMoney, partyFilters, sidesOf } from '../sides';
import { remittance } from './resource';
import { RemittanceStatus } from './schema';
import { remittanceLines, remittances } from './tables';

const r = alias(remittances, 'r');
type Reader = Pick<Actor, 'entity'>;
const PAIR: Pair = { sellerId: ID, buyerId: ID };

/** SQL: the remittances (alias `r`) of the caller's business on either side. The only way to a row. */
export const visibleRemittances = (actor: Reader) => ownMoney('r', actor);

const LIST = {
  name: 'remittances',
  sorts: { created_at: r.createdAt },
  fallback: '-created_at',
  keys: { created_at: 'timestamptz' },
  changed: r.updatedAt,
  filters: {
    ...partyFilters('r', { buyer: 'Only those of', seller: 'Only those to' }),
    status: among(r.status, RemittanceStatus),
    invoice_id: filter(
      Id.meta({ description: 'Only those that pay this invoice' }),
      ID,
      (id) => sql`r.id in (select l.remittance_id from ${remittanceLines} l where l.invoice_id = ${id})`,
    ),
  },
} as const;
const REMITTANCES = collection(remittance, { ...LIST, visible: visibleRemittances });
/** The list of a business that is on both sides. */
const ON_BOTH_SIDES: typeof REMITTANCES = collection(remittance, {
  ...LIST,
  ...onBothSides(remittances, 'r'),
});

export const ListRemittances = REMITTANCES.input;
export const remittancesOf = (
  actor: Reader,
  { side }: { side?: 'buying' | 'selling' },
): typeof REMITTANCES => (sidesOf(actor, side).length < 2 ? REMITTANCES : ON_BOTH_SIDES);
export const remittancePage = pageOf(REMITTANCES, OWNER);
export const readRemittances = rowsWhere(remittance, [[sql`r.id = ${ID} and ${visibleRemittances(OWNER)}`]]);

/** Invoices that a business is to pay. Opening balances are among them. */
export const owedInvoices = statement(
  [[ID, [ID]]],
  (buyerId: string, ids: readonly string[]) => sql<{ id: string; seller_id: string; total_cents: number }>`
    select i.id, i.seller_id, i.total_cents::float8 as total_cents from ${invoices} i
    where i.id = any(${uuids(ids)}) and i.buyer_id = ${buyerId}`,
);

/** Holds a pair's account: what its buyer sends is counted in turn. */
export const lockPairOf = statement(
  [[PAIR]],
  ({ sellerId, buyerId }: Pair) => sql<{ buyer_id: string }>`
    select a.buyer_id from ${accounts} a where a.seller_id = ${sellerId} and a.buyer_id = ${buyerId} for no key update`,
);

/** How many remittances of a pair wait, and the cents of them by invoice. */
export const waitingOf = statement(
  [[PAIR]],
  ({ sellerId, buyerId }: Pair) => sql<{ waiting: number; sent: Record<string, number> }>`
    select (select count(*) from ${remittances} r where r.seller_id = ${sellerId} and r.buyer_id = ${buyerId} and r.status = 'sent')::int as waiting,
      coalesce((select json_object_agg(s.invoice_id, s.cents) from (
        select l.invoice_id, sum(l.amount_cents)::float8 as cents from ${remittances} r join ${remittanceLines} l on l.remittance_id = r.id
        where r.seller_id = ${sellerId} and r.buyer_id = ${buyerId} and r.status = 'sent' group by l.invoice_id) s), '{}') as sent`,
);

/** The invoices of a remittance, oldest due first, with what is open of each in cents. */
export const openOf = statement(
  [[ID]],
  (remittanceId: string) => sql<{ invoice_id: string; cents: number; open_cents: number }>`
    select l.invoice_id, l.amount_cents::float8 as cents, (i.total_cents - i.settled_cents)::float8 as open_cents
    from ${remittanceLines} l join ${invoices} i on i.id = l.invoice_id where l.remittance_id = ${remittanceId}
    order by i.due_on, i.id`,
);
