import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/actor';
import { CalendarDate, Id, Search } from '../../../kernel/params';
import type { TradeSide } from '../../../kernel/sides';
import { among, byId, collection, filter } from '../../../platform/db/collection';
import { contains } from '../../../platform/db/listing';
import { pageOf, rowsWhere } from '../../../platform/db/rows.sql';
import { DAY, ID, OWNER } from '../../../platform/db/samples';
import { survivorOf } from '../../entities/customers/service.sql';
import { MoneySide, ownColumn, ownMoney, sidesOf } from '../sides';
import { creditNote } from './resource';
import { CreditSource } from './schema';
import { creditNotes } from './tables';

const c = alias(creditNotes, 'c');

type Reader = Pick<Actor, 'entity'>;

/** SQL: the credit notes (alias `c`) of the caller's business on either side. The only way to a row. */
export const visibleCredits = (actor: Reader) => ownMoney('c', actor);

const LIST = {
  name: 'credit-notes',
  sorts: { issued_on: c.issuedOn },
  fallback: '-issued_on',
  keys: { issued_on: 'date' },
  changed: c.updatedAt,
  filters: {
    side: filter(
      MoneySide,
      'buying',
      (side, { entity }: Reader) => sql`${ownColumn('c', side)} = ${entity.id}`,
    ),
    customer_id: filter(
      Id.meta({ description: 'Only credit notes for this buyer' }),
      ID,
      (id, { entity }: Reader) => sql`c.buyer_id = ${survivorOf(entity.id, id)}`,
    ),
    supplier_id: byId(c.sellerId, 'Only credit notes of this seller'),
    invoice_id: byId(c.invoiceId, 'Only credit notes of this invoice'),
    source: among(c.source, CreditSource),
    issued_from: filter(
      CalendarDate.meta({ description: 'Only credit notes issued on or after this day' }),
      DAY,
      (from) => sql`c.issued_on >= ${from}::date`,
    ),
    issued_to: filter(
      CalendarDate.meta({ description: 'Only credit notes issued on or before this day' }),
      DAY,
      (to) => sql`c.issued_on <= ${to}::date`,
    ),
    search: filter(Search.meta({ description: 'Part of the number' }), 'x', (part) =>
      contains(sql`c.number`, part),
    ),
  },
} as const;
export const CREDITS = collection(creditNote, {
  ...LIST,
  visible: (reader: Reader) => visibleCredits(reader),
});

/** The list of a business that is on both sides: PostgreSQL merges their indexes by the union's own column (decision 305). */
const ON_BOTH_SIDES: typeof CREDITS = collection(creditNote, {
  ...LIST,
  from: sql`(select x.*, x.buyer_id as own_id from ${creditNotes} x
    union all select y.*, y.seller_id as own_id from ${creditNotes} y) c`,
  visible: ({ entity }: Reader) => sql`c.own_id = ${entity.id}`,
});
export const ListCredits = CREDITS.input;

export const creditsOf = (actor: Reader, { side }: { side?: TradeSide }): typeof CREDITS =>
  sidesOf(actor, side).length < 2 ? CREDITS : ON_BOTH_SIDES;
export const creditPage = pageOf(CREDITS, OWNER);
/** Credit notes as the resource. */
export const readCredits = rowsWhere(creditNote, [[sql`c.id = ${ID} and ${visibleCredits(OWNER)}`]]);
